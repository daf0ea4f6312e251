import type { Dialogue, Sentence } from './dialogue.ts';
import { articles, isNamePart, noModifier, stemOf, wordsSaid, type SaidWord } from './said-words.ts';

interface Named {
  readonly text: string;
  readonly evidence: readonly Sentence[];
}

// What is meant was named in the same turns or shortly before them.
const segmentsBack = 6;
const clausesBack = 30;
const plainThing = /(?<=^\S.{0,80} )the (?!rep\b|prospect\b)(\p{Ll}[\p{Ll}-]+)(?=$| (?:to|with|by|and|for|on|in) )/u;

/** "Send the list" → "Send the list of templates", where the talk around it names that thing in one way. */
export function withFullerName(text: string, evidence: readonly Sentence[], { sentences }: Dialogue): Named {
  const [whole, noun = ''] = plainThing.exec(text) ?? [];
  if (whole === undefined) return { text, evidence: [] };
  const stem = stemOf(noun);
  const names = new Map<string, Sentence>();
  for (const { index, segment } of evidence)
    for (const sentence of sentences.slice(Math.max(0, index - clausesBack), index + 1))
      if (sentence.segment >= segment - segmentsBack && sentence.text.includes(stem))
        for (const name of namesIn(wordsSaid(sentence), stem)) names.set(name, sentence);
  const [only, ...others] = names;
  if (only === undefined || others.length > 0) return { text, evidence: [] };
  const [name, sentence] = only;
  return { text: text.replace(whole, `the ${name}`), evidence: [sentence] };
}

/** "The order form" → "order form"; "a list of templates" → "list of templates". */
function* namesIn(words: readonly SaidWord[], stem: string): Generator<string> {
  for (const [at, { plain, text }] of words.entries()) {
    if (stemOf(plain) !== stem) continue;
    const modifier = words[at - 1];
    if (
      isNamePart(modifier) &&
      !noModifier.test(modifier.plain) &&
      articles.test(words[at - 2]?.plain ?? '') &&
      !isNamePart(words[at + 1])
    )
      yield `${modifier.text} ${text}`;
    if (words[at + 1]?.plain !== 'of') continue;
    const article = /^(?:the|an?)$/.test(words[at + 2]?.plain ?? '') ? 1 : 0;
    let end = at + 2 + article;
    while (end < at + 4 + article && isNamePart(words[end])) end += 1;
    if (end > at + 2 + article && !isNamePart(words[end]))
      yield words
        .slice(at, end)
        .map((word) => word.text)
        .join(' ');
  }
}
