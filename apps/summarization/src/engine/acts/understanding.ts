import type { Dialogue, Pause, Sentence, Turn } from '../dialogue.ts';
import { plainText } from '../dialogue.ts';
import { remembering } from '../remembering.ts';
import { carriers, charactersRead, type CallReader, type ReadCall } from '../reading.ts';
import type { SentenceEmbedder } from '../sentence-embedder.ts';
import { affordable, type Reading } from './embedding-budget.ts';
import type { OutcomeScores } from './ending.ts';
import { nothing, type ActHeads, type ActScores } from './heads.ts';
import { worthEmbedding } from './worth-embedding.ts';

/** A call, and what each of its sentences does. */
export interface Understanding {
  readonly dialogue: Dialogue;
  readonly scoresOf: (sentence: Sentence) => ActScores;
  /** From -1 to 1: how near two sentences are in meaning. */
  readonly likeness: (left: Sentence, right: Sentence) => number;
  /** What a sentence does if it is heard as said right after another one, of whichever turn. */
  readonly asReply: (sentence: Sentence, to: Sentence) => ActScores;
  /** What the last words of both sides make of the call. */
  readonly ending: OutcomeScores;
  /** What the call's segments are, read as a whole. */
  readonly reading: ReadCall;
  /** How likely a clause carries what its segment is said to be. */
  readonly carries: ReturnType<typeof carriers>;
}

export interface Means {
  readonly embedder: SentenceEmbedder;
  readonly heads: ActHeads;
  readonly reader: CallReader;
  readonly pause?: Pause | undefined;
  /** How much is embedded at most, see `embedding-budget.ts`; what is left over is taken for nothing. */
  readonly budget?: number | undefined;
}

interface Understood {
  readonly scores: ActScores;
  /** Null where the sentence was left over. */
  readonly embedding: Float32Array | null;
}

export async function understand(
  dialogue: Dialogue,
  { embedder, heads, reader, pause, budget }: Means,
): Promise<Understanding> {
  const reading = await readBest(dialogue, { reader, heads, pause, budget });
  const { bySentence, different } = await readingsOf(dialogue, pause);
  const isWorth = worthEmbedding(dialogue, reading, heads);
  const worth = new Set(dialogue.sentences.filter(isWorth).map(({ index }) => bySentence[index] as Reading));
  const hints = (text: string) => heads.hints(text);
  const embed = remembering(embedder);
  const understood = new Map<Reading, Understood>();
  for (const reading of affordable(
    different.filter((one) => worth.has(one)),
    hints,
    budget,
  )) {
    const { raw, text, context } = reading;
    const embedding = await embed(raw);
    const previous = context === null ? null : { text: plainText(context), embedding: await embed(context) };
    understood.set(reading, { embedding, scores: heads.scores({ text, embedding, previous }) });
  }
  const of = (sentence: Sentence) => understood.get(bySentence[sentence.index] as Reading);
  const ends = dialogue.sentences.map((sentence) => ({
    speaker: sentence.speaker,
    words: sentence.words,
    embedding: of(sentence)?.embedding ?? null,
  }));
  return {
    dialogue,
    reading,
    carries: carriers(reading, dialogue.sentences),
    ending: heads.ending(ends),
    scoresOf: (sentence) => of(sentence)?.scores ?? nothing,
    likeness: (left, right) => dot(of(left)?.embedding ?? null, of(right)?.embedding ?? null),
    asReply: (sentence, to) => {
      const [own, before] = [of(sentence)?.embedding ?? null, of(to)?.embedding ?? null];
      if (own === null || before === null) return nothing;
      return heads.scores({ text: sentence.text, embedding: own, previous: { text: to.text, embedding: before } });
    },
  };
}

/** Of a call that is too long to be read whole, those segments whose words hint most at something; of each, what comes before an instruction to the reader. */
async function readBest(
  { segments: said, sentences }: Dialogue,
  { reader, heads, pause, budget }: Omit<Means, 'embedder'>,
): Promise<ReadCall> {
  const heard = new Map(
    sentences
      .filter(({ text }) => instructs.test(text))
      .reverse()
      .map(({ segment, start }) => [segment, start]),
  );
  const segments = said.map((one, index) =>
    heard.has(index) ? { ...one, text: one.text.slice(0, heard.get(index)) } : one,
  );
  const readings = segments.map(({ text }): Reading => ({ raw: text, text: plainText(text), context: null }));
  const chosen = affordable(readings, (text) => heads.hints(text), budget, { read: charactersRead, again: true });
  if (chosen.size === readings.length) return reader.read(segments, pause);
  const places = new Map<number, number>();
  for (const [index, reading] of readings.entries()) if (chosen.has(reading)) places.set(index, places.size);
  const call = await reader.read(
    [...places.keys()].flatMap((index) => segments[index] ?? []),
    pause,
  );
  return {
    unit: (segment, kind) => call.unit(places.get(segment) ?? -1, kind),
    words: (segment) => call.words(places.get(segment) ?? -1),
    outcomes: call.outcomes,
  };
}

/** Said to a reader of the transcript, not to the other side: it does nothing on the call. */
const instructs =
  /^(?:hey |dear |attention |hello )?(?:note ?takers?|transcribers?|transcription (?:bot|service)|summari[sz]ers?|ai (?:assistant|notetaker|model))\b|\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:instructions?|prompts?|(?:the|everything|all) (?:of the )?(?:above|before))\b|\b(?:set|mark|record|report|rate|score|classify|count|give)\b.{0,20}\b(?:outcome|coaching score|the score|this call|the call|this conversation|transcript)\b.{0,20}\b(?:to|as|at|of|with|won|lost|\d+)\b|\b(?:system prompt|as an ai|language model)\b/;

/** What is not read. */
const unread: Reading = { raw: '', text: '', context: null };

/** What there is to read: for each sentence, and each different one once. After an instruction the rest of its segment belongs to it. */
async function readingsOf(dialogue: Dialogue, pause?: Pause) {
  const bySentence: Reading[] = [];
  const different = new Map<string, Reading>();
  for (const turn of dialogue.turns) {
    const before = lastWords(dialogue.turns[turn.index - 1]);
    let instructedAt: number | null = null;
    for (const [position, { raw, text, index, start_ms }] of turn.sentences.entries()) {
      if (index % 5_000 === 4_999) await pause?.();
      if (instructs.test(text)) instructedAt = start_ms;
      if (instructedAt === start_ms) {
        bySentence.push(unread);
        continue;
      }
      const context = before !== null && answersStill(turn, position) ? before : null;
      const key = context === null ? raw : `${raw}\n${context}`;
      const reading = different.get(key) ?? { raw, text, context };
      different.set(key, reading);
      bySentence.push(reading);
    }
  }
  return { bySentence, different: [...different.values()] };
}

/** The end of a turn: what the next one answers. A short last sentence takes the one before along. */
function lastWords(turn: Turn | undefined): string | null {
  const last = turn?.sentences.at(-1);
  if (last === undefined) return null;
  const before = turn?.sentences.at(-2);
  return last.words < 5 && before !== undefined ? `${before.raw} ${last.raw}` : last.raw;
}

/** "Okay. The twelfth it is." answers with its second sentence; the fourth is about something else. */
function answersStill({ sentences }: Turn, position: number): boolean {
  const words = sentences.slice(0, Math.min(position, 4)).reduce((sum, sentence) => sum + sentence.words, 0);
  return position < 4 && words <= 14;
}

function dot(left: Float32Array | null, right: Float32Array | null): number {
  if (left === null || right === null) return 0;
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += (left[index] as number) * (right[index] as number);
  return sum;
}
