import type { Understanding } from './acts/understanding.ts';
import type { Sentence, Turn } from './dialogue.ts';
import { keptScore } from './reading.ts';
import { isFewLines, mostListed, spokenMinutes, weightiest } from './listing.ts';
import { thresholds } from './moves.ts';
import { subjectOf } from './objection-subjects.ts';
import type { Statement } from './statement.ts';
import { bestTold, contentWords, saysAgainst, type Told } from './telling.ts';
import { sentenceCase } from './wording.ts';

export interface RaisedObjection {
  readonly objection: Statement;
  /** What the rep said to it; null when nothing was said. */
  readonly response: Statement | null;
  /** How clear it is that something is held against the offer; raised again, it weighs more. */
  readonly weight: number;
}

interface Raised {
  readonly places: Sentence[];
}

const mostPlaces = 5;
const mostRemembered = 60;
const plainStory = 0.1;

/** One objection for each thing held against the offer; raised again, it keeps its places and the best answer. */
export function findObjections(understanding: Understanding): readonly RaisedObjection[] {
  const minutes = spokenMinutes(understanding.dialogue);
  const raised: Raised[] = [];
  for (const turn of understanding.dialogue.turns) {
    const doubts = turn.sentences.filter((sentence) => isObjection(sentence, understanding));
    const last = doubts.at(-1);
    if (last === undefined) continue;
    const known = raised
      .slice(-mostRemembered)
      .find((one) => one.places.some((place) => same(place, doubts, understanding)));
    if (known === undefined) raised.push({ places: doubts.slice(0, mostPlaces) });
    else known.places.push(...doubts.slice(0, Math.max(0, mostPlaces - known.places.length)));
  }
  const occupied = new Set(raised.flatMap((one) => one.places.map((place) => place.turn)));
  const read = ({ places }: Raised) =>
    Math.max(...places.map((place) => doubtIn(place, understanding))) + 0.15 * inWords(places, understanding);
  const isPlain = ({ places }: Raised) => inWords(places, understanding) >= plainly(understanding);
  const weight = (one: Tellable) => {
    // Words that are against nothing more often tell a story around an objection.
    const said = read(one) - (saysAgainst(one.told.text) ? 0 : plainStory);
    return isPlain(one) ? Math.max(said, thresholds.objection) : said;
  };
  const tellable = raised
    .filter((one) => isPlain(one) || read(one) >= thresholds.objection)
    .flatMap((one) => {
      const told = clearest(one.places, understanding);
      return told === null ? [] : [{ ...one, told }];
    })
    .filter((one) => weight(one) >= thresholds.objection);
  const most = mostListed.objections(minutes);
  // Some more than are listed, for they may be the same.
  const listed = weightiest(merged(weightiest(tellable, 2 * most, weight)), most, weight).map((one) => ({
    ...describe(one.told, one.places, understanding, occupied),
    weight: weight(one),
  }));
  const answers = listed.map(({ response }) => response?.text);
  return listed.map((one, index) =>
    one.response !== null && answers.indexOf(one.response.text) < index ? { ...one, response: null } : one,
  );
}

interface Tellable extends Raised {
  readonly told: Told;
}

/** The same thing in nearly the same words is one objection. */
function merged(raised: readonly Tellable[]): readonly Tellable[] {
  const kept: Tellable[] = [];
  for (const one of raised) {
    const at = kept.findIndex(({ told }) => sayTheSame(told.text, one.told.text));
    const known = kept[at];
    if (known === undefined) kept.push(one);
    else {
      const told = known.told.weight >= one.told.weight ? known.told : one.told;
      kept[at] = { told, places: [...known.places, ...one.places].slice(0, mostPlaces) };
    }
  }
  return kept;
}

/** Whether one text says little that the other does not. */
export function sayTheSame(left: string, right: string): boolean {
  const words = new Set(contentWords(left));
  const others = [...new Set(contentWords(right))];
  const shared = others.filter((word) => words.has(word)).length;
  return shared >= 2 && shared >= 0.6 * Math.min(words.size, others.length);
}

const inWords = (places: readonly Sentence[], { scoresOf }: Understanding): number =>
  Math.max(...places.map((place) => scoresOf(place).objection));

/** How likely a clause holds something against the offer. */
const doubtIn = (sentence: Sentence, { carries }: Understanding): number => carries(sentence, 'objection', 'objection');

const plainly = ({ dialogue }: Understanding): number =>
  isFewLines(dialogue) ? thresholds.plainObjectionInFewLines : thresholds.plainObjection;

function isObjection(sentence: Sentence, understanding: Understanding): boolean {
  if (sentence.speaker !== 'prospect' || elsewhere.test(sentence.text)) return false;
  // "True.", "All of it?": too little to hold anything against the offer, unless it is about its price.
  if (sentence.words < 3 && subjectOf(sentence.text) !== 'price') return false;
  return (
    doubtIn(sentence, understanding) >= thresholds.doubt ||
    understanding.scoresOf(sentence).objection >= plainly(understanding)
  );
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

/** Of the places and what was said around them, what states the objection best. */
function clearest(places: readonly Sentence[], understanding: Understanding): Told | null {
  const around = places.flatMap(({ turn }) => understanding.dialogue.turns[turn]?.sentences ?? []);
  const doubt = (sentence: Sentence) => doubtIn(sentence, understanding);
  return bestTold(
    [...new Set([...places, ...around])].filter((one) => places.includes(one) || doubt(one) >= alsoHeld),
    doubt,
  );
}

const alsoHeld = 0.3;

function describe(
  told: Told,
  places: readonly Sentence[],
  understanding: Understanding,
  occupied: ReadonlySet<number>,
): Omit<RaisedObjection, 'weight'> {
  return {
    objection: { text: sentenceCase(told.text), evidence: [...new Set([...places, told.sentence])] },
    response: bestAnswer(places, understanding, occupied),
  };
}

/** Of the rep's next turns the one that most sounds like an answer to just these words, in its clearest clause. */
function bestAnswer(
  places: readonly Sentence[],
  understanding: Understanding,
  occupied: ReadonlySet<number>,
): Statement | null {
  const ranked = places
    .flatMap((place) => answersTo(place, places, understanding, occupied))
    .filter(
      ({ weight }) => weight >= (isFewLines(understanding.dialogue) ? thresholds.answerInFewLines : thresholds.answer),
    )
    .sort((left, right) => right.weight - left.weight);
  for (const { said } of ranked) {
    const told = bestTold(
      said,
      (sentence, clause) => tellsAnswer * keptScore(understanding.reading, sentence, clause, 'response'),
    );
    if (told !== null) return { text: sentenceCase(told.text), evidence: [told.sentence] };
  }
  return null;
}

// How much it counts, beside how well a clause stands alone, that its words are those of an answer.
const tellsAnswer = 0.7;

// Nearly all answers come within so many turns of the rep.
const turnsHeard = 6;
const mostShared = 3;
const wordsOfAnswer = 40;

/** An answer is less likely late, after another objection, and where it asks back; likelier in many words, and in those of the objection. */
function answersTo(
  place: Sentence,
  places: readonly Sentence[],
  { dialogue, reading }: Understanding,
  occupied: ReadonlySet<number>,
): readonly { readonly said: readonly Sentence[]; readonly weight: number }[] {
  const own = new Set(contentWords(place.text));
  const raisedIn = new Set(places.map(({ turn }) => turn));
  const found: { said: readonly Sentence[]; weight: number }[] = [];
  let otherDoubt = 0;
  for (let next = place.turn + 1; found.length < turnsHeard && next < dialogue.turns.length; next += 1) {
    const { speaker, sentences } = dialogue.turns[next] as Turn;
    const most = (kind: 'objection' | 'response') =>
      sentences.reduce((best, { segment }) => Math.max(best, reading.unit(segment, kind)), 0);
    if (speaker === 'prospect') {
      if (!raisedIn.has(next)) otherDoubt = Math.max(otherDoubt, occupied.has(next) ? 1 : most('objection'));
      continue;
    }
    const shared = new Set(sentences.flatMap(({ text }) => contentWords(text)).filter((word) => own.has(word))).size;
    const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
    const weight =
      most('response') +
      0.12 * Math.min(mostShared, shared) +
      0.45 * Math.min(1, words / wordsOfAnswer) -
      0.3 * otherDoubt -
      0.13 * found.length -
      (sentences.at(-1)?.question === true ? 0.25 : 0);
    found.push({ said: substance(sentences), weight });
  }
  return found;
}

function substance(sentences: readonly Sentence[]): Sentence[] {
  return sentences.filter(
    (sentence) => sentence.words >= 4 && !/[—–-]$/.test(sentence.raw) && !merePoliteness.test(sentence.text),
  );
}

const merePoliteness =
  /^(?:(?:ok(?:ay)?|yeah|sure|right|well|so|and|got it|but)[\s,.]+)*(?:i (?:totally |completely |fully |really )?(?:understand|hear you|hear that|appreciate|get that|see\b(?! it))|that'?s (?:a )?(?:fair|good|great|totally|understandable|painful|interesting)(?: point| question| enough)?\W*$|(?:it'?s a )?(?:fair|good|great) (?:question|point|enough)\W*$|that makes sense\W*$|that was (?:rough|bad|unfortunate)\W*$|(?:let'?s|we can) (?:park|come back to|get back to) (?:that|it|this)|(?:(?:we|i)'?ll|let me) (?:come|get) (?:back )?to (?:that|it|this|you)\b|thanks?\b|sorry\W|let me (?:ask|make sure|understand)|no (?:hard feelings|worries|problem))/;
