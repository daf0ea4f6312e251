import type { Dialogue, Sentence } from '../dialogue.ts';
import type { ReadCall, UnitKind } from '../reading.ts';
import { dimensions } from '../sentence-embedder.ts';
import type { ActHeads } from './heads.ts';

/** What is listed by what its sentences do; answers are found by their place. */
const listed: readonly UnitKind[] = ['action_rep', 'action_prospect', 'objection', 'decision'];
// Below it, what the sentences of a segment do changed nothing that was listed for 75 validation calls.
const leastLikely = 0.1;
// How a call ended is heard in its last words, whatever the reader makes of them.
const lastSentences = 40;
const lastPart = 0.2;
// The reader does not recognise praise of the offer; its words alone do, at a low limit: it kept 84 of 85 such sentences, and one in seven others.
const leastPraise = 0.05;
const wordsOfPraise = 6;
const noMeaning = new Float32Array(dimensions);

/** Whether it can matter what a sentence does: reading a call is cheaper than embedding each of its sentences. */
export function worthEmbedding(
  { segments, sentences }: Dialogue,
  call: ReadCall,
  heads: ActHeads,
): (sentence: Sentence) => boolean {
  const likely = segments.map((_, index) => listed.some((kind) => call.unit(index, kind) >= leastLikely));
  const end = sentences.length - Math.max(lastSentences, lastPart * sentences.length);
  // Of a call too long to be read whole, what was left out is not looked through either.
  const isRead = (segment: number) => call.unit(segment, 'salient') > 0;
  const praises = ({ speaker, words, segment, text }: Sentence) =>
    speaker === 'rep' &&
    words >= wordsOfPraise &&
    isRead(segment) &&
    heads.scores({ text, embedding: noMeaning, previous: null }).pitch >= leastPraise;
  return (sentence) => sentence.index >= end || likely[sentence.segment] === true || praises(sentence);
}
