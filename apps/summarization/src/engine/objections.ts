import type { Understanding } from './acts/understanding.ts';
import type { Sentence, Turn } from './dialogue.ts';
import { mostListed, spokenMinutes, strictness, weightiest } from './listing.ts';
import { thresholds } from './moves.ts';
import { subjectOf } from './objection-subjects.ts';
import type { Statement } from './statement.ts';
import { quoted, reported, sentenceCase, withoutFillers } from './wording.ts';

export interface RaisedObjection {
  /** What it is about, as a person would name it: "doubts about …". */
  readonly label: string;
  readonly objection: Statement;
  /** What the rep said to it; null when nothing was said. */
  readonly response: Statement | null;
}

interface Raised {
  readonly places: Sentence[];
}

const mostPlaces = 5;
const mostRemembered = 60;

/** One objection for each thing held against the offer; raised again, it keeps its places and the best answer. */
export function findObjections(understanding: Understanding): readonly RaisedObjection[] {
  const minutes = spokenMinutes(understanding.dialogue);
  const clear = thresholds.objection + thresholds.objectionOnLongCall * strictness(minutes);
  const raised: Raised[] = [];
  for (const turn of understanding.dialogue.turns) {
    const doubts = turn.sentences.filter((sentence) => isObjection(sentence, understanding, clear));
    const last = doubts.at(-1);
    if (last === undefined) continue;
    const known = raised
      .slice(-mostRemembered)
      .find((one) => one.places.some((place) => same(place, doubts, understanding)));
    if (known === undefined) raised.push({ places: doubts.slice(0, mostPlaces) });
    else known.places.push(...doubts.slice(0, Math.max(0, mostPlaces - known.places.length)));
  }
  const occupied = new Set(raised.flatMap((one) => one.places.map((place) => place.turn)));
  const weight = ({ places }: Raised) =>
    Math.max(...places.map((place) => understanding.scoresOf(place).objection)) + 0.1 * (places.length - 1);
  return weightiest(raised, mostListed.objections(minutes), weight).map((one) =>
    describe(one.places, understanding, occupied),
  );
}

function isObjection(sentence: Sentence, { scoresOf }: Understanding, clear: number): boolean {
  if (sentence.speaker !== 'prospect' || elsewhere.test(sentence.text)) return false;
  // "True.", "All of it?": too little to hold anything against the offer, unless it is about its price.
  if (sentence.words < 3 && subjectOf(sentence.text) !== 'price') return false;
  const { objection, agreement, acceptance, small_talk, closing, rejection, commitment } = scoresOf(sentence);
  const other = Math.max(agreement, acceptance, small_talk, closing, rejection, commitment);
  return objection >= clear && objection > other;
}

// Troubles with something else than the offer.
const elsewhere =
  /\b(?:our|the|my) (?:last|previous|former|old|current|existing|present) (?:\w+ ){0,3}(?:was|is|were|are|took|takes|costs?|keeps?|has|had)\b|\bwe used to\b/;

function same(place: Sentence, doubts: readonly Sentence[], { likeness }: Understanding): boolean {
  return doubts.some(
    (doubt) =>
      likeness(place, doubt) >= 0.55 ||
      (place.turn === doubt.turn - 2 && (likeness(place, doubt) >= 0.4 || sameSubject(place, doubt))),
  );
}

/** "Is there a minimum term?" "I'm not keen on a year." */
function sameSubject(left: Sentence, right: Sentence): boolean {
  const subject = subjectOf(left.text);
  return subject !== 'the offer' && subject === subjectOf(right.text);
}

function describe(
  places: readonly Sentence[],
  understanding: Understanding,
  occupied: ReadonlySet<number>,
): RaisedObjection {
  const { scoresOf } = understanding;
  const score = (sentence: Sentence) =>
    scoresOf(sentence).objection + (sentence.words > 4 ? 0.2 : 0) - (sentence.question ? 0.1 : 0);
  const clearest = places.reduce((best, place) => (score(place) > score(best) ? place : best));
  const text = sentenceCase(reported(clearest.raw, 'prospect') ?? `Asks ${quoted(withoutFillers(clearest.raw))}`);
  return {
    label: subjectOf(places.map((place) => place.text).join(' ')),
    objection: { text, evidence: places },
    response: bestAnswer(places, understanding, occupied),
  };
}

function bestAnswer(
  places: readonly Sentence[],
  understanding: Understanding,
  occupied: ReadonlySet<number>,
): Statement | null {
  const answers = places.flatMap((place) => answerTo(place, understanding, occupied) ?? []);
  const best = answers.sort((left, right) => right.weight - left.weight)[0];
  return best === undefined ? null : { text: answerText(best.sentences), evidence: best.sentences };
}

// Later words of the rep seldom go back to an objection.
const turnsHeard = 3;

/**
 * Of what the rep says next, what most sounds like an answer to just these words: a mere "I hear you" or a question back is passed over,
 * another objection ends the search.
 */
function answerTo(place: Sentence, understanding: Understanding, occupied: ReadonlySet<number>) {
  const { dialogue } = understanding;
  let best: { readonly sentences: readonly Sentence[]; readonly weight: number } | null = null;
  for (let next = place.turn + 1, heard = 0; heard < turnsHeard && next < dialogue.turns.length; next += 1) {
    const turn = dialogue.turns[next] as Turn;
    if (turn.speaker === 'prospect') {
      // Another objection, or on with the next question once there is a good answer.
      if (occupied.has(next) || (best !== null && best.weight >= thresholds.goodAnswer)) break;
      continue;
    }
    const found = answerIn(turn, place, understanding);
    // Right after the objection nearly any statement is the answer; later only one that sounds like it.
    const said = found?.weight ?? 0;
    const weight = said - heard * thresholds.laterAnswer;
    if (
      found !== null &&
      (heard === 0 ? isSaid(found.sentences, understanding) : said >= thresholds.answer) &&
      weight > (best?.weight ?? -Infinity)
    )
      best = { sentences: found.sentences, weight };
    heard += 1;
  }
  return best;
}

/** Right after the objection nearly anything that is told or offered answers it; a question back does not. */
function isSaid(sentences: readonly Sentence[], { scoresOf }: Understanding): boolean {
  return sentences.some((sentence) => {
    const { proposal, commitment, pitch } = scoresOf(sentence);
    return !sentence.question || Math.max(proposal, commitment, pitch) >= thresholds.offeredInstead;
  });
}

function answerIn(turn: Turn, place: Sentence, understanding: Understanding) {
  const weighed = substance(turn).map((sentence) => ({ sentence, weight: answers(sentence, place, understanding) }));
  const [first, second] = weighed.sort((left, right) => right.weight - left.weight);
  if (first === undefined) return null;
  const both = second !== undefined && second.weight >= first.weight - 0.3 ? [first, second] : [first];
  const sentences = both.map(({ sentence }) => sentence).sort((left, right) => left.index - right.index);
  return { sentences, weight: first.weight };
}

function answers(sentence: Sentence, place: Sentence, { scoresOf, asReply, likeness }: Understanding): number {
  const { commitment, proposal, pitch, past } = scoresOf(sentence);
  const near = 0.3 * Math.max(0, likeness(place, sentence));
  const remedy = sentence.turn === place.turn + 1 ? 0.8 * Math.max(commitment, proposal, pitch) : 0.8 * proposal;
  const told = 0.5 * past;
  return Math.max(asReply(sentence, place).answer, remedy, told) + near - (sentence.question ? 0.2 : 0);
}

function substance(turn: Turn): Sentence[] {
  return turn.sentences.filter(
    (sentence) => sentence.words >= 4 && !/[—–-]$/.test(sentence.raw) && !merePoliteness.test(sentence.text),
  );
}

const merePoliteness =
  /^(?:(?:ok(?:ay)?|yeah|sure|right|well|so|and|got it|but)[\s,.]+)*(?:i (?:totally |completely |fully |really )?(?:understand|hear you|hear that|appreciate|get that|see\b(?! it))|that'?s (?:a )?(?:fair|good|great|totally|understandable|painful|interesting)(?: point| question| enough)?\W*$|(?:it'?s a )?(?:fair|good|great) (?:question|point|enough)\W*$|that makes sense\W*$|that was (?:rough|bad|unfortunate)\W*$|(?:let'?s|we can) (?:park|come back to|get back to) (?:that|it|this)|(?:(?:we|i)'?ll|let me) (?:come|get) (?:back )?to (?:that|it|this|you)\b|thanks?\b|sorry\W|let me (?:ask|make sure|understand)|no (?:hard feelings|worries|problem))/;

function answerText(sentences: readonly Sentence[]): string {
  return sentences
    .map((sentence) => sentenceCase(reported(sentence.raw, 'rep') ?? quoted(withoutFillers(sentence.raw))))
    .join(' ');
}
