import { outsideFences } from '../stage/markdown.ts';
import { wordRules } from './words.ts';

const longestSentence = 25;
const rules = wordRules.map(([pattern, instead]) => ({ pattern: new RegExp(`\\b(?:${pattern})\\b`, 'gi'), instead }));

export interface ProseOptions {
  /** Words and spelling alone: of pages that were written before the rules for sentences. */
  readonly wordsOnly?: boolean;
}

/** What a text for users says in other words than the house has, and sentences that are too long to read once. */
export function proseFindings(markdown: string, { wordsOnly = false }: ProseOptions = {}): string[] {
  const text = proseOf(markdown);
  const words = rules.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(([found]) => `“${found}”: write ${instead}`),
  );
  return wordsOnly ? words : [...words, ...sentencesOf(text).flatMap(sentenceFindings)];
}

function sentenceFindings(sentence: string): string[] {
  const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const beginning = words.slice(0, 6).join(' ');
  return [
    ...(words.length > longestSentence ? [`${String(words.length)} words in one sentence: “${beginning} …”`] : []),
    ...(/^(?:What|Who)\b.*[.:]$/.test(sentence) ? [`begins with what or who: “${beginning} …”`] : []),
  ];
}

/** Without code, links' targets, tags and front matter; list items, cells and headings end a sentence. */
function proseOf(markdown: string): string {
  const body = markdown.replace(/^---\n[^]*?\n---\n/, '');
  let prose = '';
  outsideFences(body, (part) => {
    prose += `${part}\n\n`;
    return part;
  });
  return (
    prose
      .replaceAll(/<!--[^]*?-->|<[^>]+>/g, ' ')
      .replaceAll(/(`+)[^]*?\1/g, 'Code')
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      // The titles of tests, as pages quote them.
      .replaceAll(/“[^”]*”/g, 'quote')
      .replaceAll(/https?:\/\/\S+|\{#[\w-]+\}/g, ' ')
      .replaceAll(/[ \t]*\|[ \t]*/g, '\n\n')
      .replaceAll(/^[ \t]*(?:[-*+]|\d+\.|#{1,6}|>|:::)[ \t]*/gm, '\n\n')
      .replaceAll(/\*\*|__/g, '')
  );
}

function sentencesOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, ' ').split(/(?<=[.!?:])["”)]? (?=["“(]?[\p{Lu}\p{N}`])/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
