import type { Dialogue, Sentence, Turn } from './dialogue.ts';
import { objectionKinds } from './objection-kinds.ts';
import type { ObjectionKind } from './objection-kinds.ts';
import type { Statement } from './statement.ts';
import { quoted, reported, sentenceCase, withoutFillers } from './wording.ts';

export interface RaisedObjection {
  readonly kind: ObjectionKind['name'];
  readonly label: string;
  readonly objection: Statement;
  /** What the rep said to it; null when nothing was said. */
  readonly response: Statement | null;
}

interface Raised {
  readonly kind: ObjectionKind;
  readonly places: Sentence[];
}

/** One objection for each thing held against the offer; raised again, it keeps both places and the best answer. */
export function findObjections(dialogue: Dialogue): readonly RaisedObjection[] {
  const raised: Raised[] = [];
  for (const sentence of dialogue.sentences) {
    if (sentence.speaker !== 'prospect') continue;
    for (const kind of kindsIn(sentence)) {
      const known = raised.find((one) => one.kind === kind);
      if (known === undefined) raised.push({ kind, places: [sentence] });
      else if (known.places.length < 5) known.places.push(sentence);
    }
  }
  const occupied = new Set(raised.flatMap((one) => one.places.map((place) => place.turn)));
  return raised.map((one) => describe(one, dialogue, occupied));
}

function kindsIn(sentence: Sentence): readonly ObjectionKind[] {
  if (settled.test(sentence.text) || elsewhere.test(sentence.text)) return [];
  return objectionKinds
    .filter((kind) => kind.says.test(sentence.text) && kind.doubts?.test(sentence.text) !== false)
    .slice(0, 1);
}

// Doubts that are gone, and troubles with something else than the offer.
const settled =
  /\b(?:address(?:es|ed)?|resolve[sd]?|answers?|takes? care of|eases?|no (?:longer|more)|not) (?:\w+ )?(?:worr(?:y|ied|ies)|concern(?:ed|s)?|objections?|doubts?|an issue|a problem)\b|\b(?:sounds|seems|looks|is|that'?s) (?:pretty |very |quite |more |really )?(?:reasonable|affordable|fair|cheap)\b|\bnot (?:that |too |so )?(?:expensive|bad)\b/;
const elsewhere =
  /\b(?:our|the|my) (?:last|previous|former|old|current|existing|present) (?:\w+ ){0,3}(?:was|is|were|are|took|takes|costs?|keeps?|has|had)\b|\bwe used to\b|\b(?:we|i)(?:'re| are)? (?:already )?los(?:e|ing)\b/;

function describe({ kind, places }: Raised, dialogue: Dialogue, occupied: ReadonlySet<number>): RaisedObjection {
  const first = places[0] as Sentence;
  const clearest = places.find((place) => !place.question && place.words > 4) ?? first;
  const words = toThePoint(clearest, kind);
  const text = sentenceCase(reported(words, 'prospect') ?? `Asks ${quoted(withoutFillers(words))}`);
  return {
    kind: kind.name,
    label: kind.label,
    objection: { text, evidence: places },
    response: bestAnswer(kind, places, dialogue, occupied),
  };
}

/** Without the praise before it: "they like it, but the price …". */
function toThePoint(sentence: Sentence, kind: ObjectionKind): string {
  const before = sentence.text.slice(0, kind.says.exec(sentence.text)?.index ?? 0);
  const turn = Math.max(before.lastIndexOf('—') + 1, before.lastIndexOf(' but ') + 1);
  return sentence.raw.slice(turn);
}

function bestAnswer(
  kind: ObjectionKind,
  places: readonly Sentence[],
  dialogue: Dialogue,
  occupied: ReadonlySet<number>,
) {
  const answers = places.map((place) => answerTo(kind, place, dialogue, occupied)).filter((answer) => answer !== null);
  const best = answers.sort((left, right) => right.weight - left.weight)[0];
  return best === undefined ? null : { text: answerText(best.sentences), evidence: best.sentences };
}

/** The rep's next words to the point: a question back or a mere "I hear you" is passed over, another objection ends the search. */
function answerTo(kind: ObjectionKind, place: Sentence, dialogue: Dialogue, occupied: ReadonlySet<number>) {
  for (let next = place.turn + 1, seen = 0; seen < 3 && next < dialogue.turns.length; next += 1) {
    const turn = dialogue.turns[next] as Turn;
    if (turn.speaker === 'prospect') {
      if (occupied.has(next)) return null;
      continue;
    }
    const sentences = substance(turn, kind);
    const relevant = kind.answers.test(sentences.map((one) => one.text).join(' '));
    // Right after the objection any statement is the answer; later only one to the point.
    if (sentences.length > 0 && (seen === 0 || relevant))
      return { sentences, weight: (seen === 0 ? 2 : 0) + (relevant ? 2 : 0) };
    seen += 1;
  }
  return null;
}

function substance(turn: Turn, kind: ObjectionKind): readonly Sentence[] {
  const statements = turn.sentences.filter(
    (sentence) =>
      !sentence.question && sentence.words >= 4 && !/[—–-]$/.test(sentence.raw) && !merePoliteness.test(sentence.text),
  );
  const relevant = statements.filter((sentence) => kind.answers.test(sentence.text));
  return (relevant.length > 0 ? relevant : statements).slice(0, 2);
}

const merePoliteness =
  /^(?:(?:ok(?:ay)?|yeah|sure|right|well|so|and|got it|but)[\s,.]+)*(?:i (?:totally |completely |fully |really )?(?:understand|hear|appreciate|get|see|know)\b|that'?s (?:a )?(?:fair|good|great|totally|understandable|painful|interesting)|(?:it'?s a )?(?:fair|good|great) (?:question|point)|that makes sense|thanks?\b|sorry\b|let me (?:ask|make sure|understand)|no (?:hard feelings|worries|problem))/;

function answerText(sentences: readonly Sentence[]): string {
  return sentences
    .map((sentence) => sentenceCase(reported(sentence.raw, 'rep') ?? quoted(withoutFillers(sentence.raw))))
    .join(' ');
}
