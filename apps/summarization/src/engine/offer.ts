import type { Dialogue, Sentence } from './dialogue.ts';
import { headOf, nounPhrase } from './noun-phrase.ts';
import type { Span } from './spans.ts';
import { listed } from './wording.ts';

/** What is sold, in words that follow "talked about". */
export interface Offer {
  readonly text: string;
  readonly evidence: readonly Sentence[];
}

interface Named {
  readonly phrase: string;
  readonly head: string;
  readonly sentence: Sentence;
  readonly weight: number;
}

const sureEnough = 0.4;
// Of what is counted on a call a third is what is sold, of what is counted and comes back this often three quarters.
const mentionsOfOffer = 4;
const mentionsOfCounted = 8;
const mentionsOfSecond = 4;

/**
 * What the spans name as sold, first what comes back most, and two things at most; else the call's title. Words that merely return
 * are not taken: on four calls of five they are not what is sold.
 */
export function offerOf(dialogue: Dialogue, spans: readonly Span[], title: string | null): Offer | null {
  const mentions = mentionsIn(dialogue);
  const timesOf = (head: string) => mentions.get(head) ?? 1;
  const named = spans
    .flatMap((span): readonly Named[] => {
      if ((span.kind !== 'offer' && span.kind !== 'quantity') || span.weight < sureEnough) return [];
      const phrase = nounPhrase(span.text);
      if (phrase === null) return [];
      const head = headOf(phrase);
      const returns = Math.min(1, Math.log2(timesOf(head)) / 4);
      if (unclear.test(phrase) || timesOf(head) < mentionsOfOffer) return [];
      if (span.kind === 'offer') return [{ phrase, head, sentence: span.sentence, weight: span.weight + returns }];
      return timesOf(head) < mentionsOfCounted
        ? []
        : [{ phrase, head, sentence: span.sentence, weight: span.weight / 2 }];
    })
    .sort((left, right) => right.weight - left.weight || left.sentence.index - right.sentence.index);
  const [first] = named;
  if (first === undefined) {
    const entitled = title === null ? null : subjectOfTitle(title);
    return entitled === null ? null : { text: entitled, evidence: dialogue.sentences.slice(0, 1) };
  }
  const second = named.find(
    ({ phrase, head, weight }) =>
      weight >= 1 &&
      timesOf(head) >= mentionsOfSecond &&
      !wordsOf(phrase).has(first.head) &&
      !wordsOf(first.phrase).has(head),
  );
  const chosen = second === undefined ? [first] : [first, second];
  return { text: listed(chosen.map(({ phrase }) => phrase)), evidence: chosen.map(({ sentence }) => sentence) };
}

// A part of something, a count without its noun, or words of two phrases.
const unclear =
  /^(?:a |an |the )?(?:different|separate|spare|whole|other|another|same|\p{L}+(?:ty|teen)|one|two|three|four|five|six|seven|eight|nine|ten|twelve|hundred) (?:for|of|from|with)\b|\b(?:different|separate|spare|whole|other|your|our|my|run|runs|full|units?|parts?|sets?|acres?|tons?|hours?|people|things?|whole's|number|numbers|year|years|question|figure|figures)\b/iu;

/** How many sentences say each word; plurals count as their singular. */
function mentionsIn({ sentences }: Dialogue): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of sentences) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? []).map(headOf));

const noSubject =
  /\b(?:calls?|meeting|sync|demo|intro\w*|follow[- ]?up|check[- ]?in|chat|conversation|discovery|outbound|inbound|untitled|recording|voicemail)\b/i;
const subjectOfTitle = (title: string) =>
  noSubject.test(title) ? null : nounPhrase(title.slice(0, 200).replace(/^[^:]{1,60}: /, ''));
