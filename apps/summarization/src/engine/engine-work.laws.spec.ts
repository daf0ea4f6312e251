import { loadHeads } from '../analyse-call/load-engine.ts';
import { countingSteps } from '../../test/regexp-steps.ts';
import { understand, type Understanding } from './acts/understanding.ts';
import { callOf, credulous } from './call.fixture.ts';
import { findCommitments } from './commitments.ts';
import { findDecisions } from './decisions.ts';
import { readDialogue, type Dialogue, type Sentence } from './dialogue.ts';
import { findKeyMoments } from './key-moments.ts';
import { findObjections } from './objections.ts';
import { findOutcome } from './outcome.ts';
import { overviewOptions } from './overview.ts';
import { dimensions, type SentenceEmbedder } from './sentence-embedder.ts';
import type { AnalysedSegment, AnalysisInput } from './summary-engine.ts';

/** Instead of the model, which is linear and slow: other words, another place. */
const embedder: SentenceEmbedder = {
  embed: (texts) =>
    Promise.resolve(
      texts.map((text) => {
        const vector = new Float32Array(dimensions);
        for (const [index, character] of [...text].entries())
          vector[(index * 7 + character.charCodeAt(0)) % dimensions] = 0.2;
        return vector;
      }),
    ),
};

// Each makes the engine look further: at what was said before, at what is still open, at a date of another sentence.
const telling = [
  "I'll send you the contract by Friday",
  'can you send me the price list',
  'no, I cannot on Monday, but Tuesday would work',
  'the day after',
  'that week',
  "I'll send it then",
  "when he said I'll ask him and I'll tell you",
  'shall we meet on Tuesday at ten',
  'your price is too high for us',
  'the price includes support',
  'we will go ahead and sign',
  'actually, scratch that',
  'and when would I have it',
  'yes',
  '                                        ',
  'the 20th of July',
];

/** No two sentences are the same: nothing is known from before. */
function callWith(segments: number): AnalysisInput {
  return callOf(
    Array.from({ length: segments }, (_, index): AnalysedSegment => {
      const said = Array.from({ length: 4 }, (_, place) => telling[(index * 5 + place * 3) % telling.length] ?? '');
      const text = `${said.join(index % 3 === 0 ? '. ' : ' ')} ${String(index)}`;
      return {
        speaker: index % 2 === 0 ? 'rep' : 'prospect',
        start_ms: index * 1_000,
        end_ms: index * 1_000 + 900,
        text,
      };
    }),
  );
}

/** How often something of a sentence is looked at, whoever it is that looks. */
function counted({ segments, sentences, turns }: Dialogue): { dialogue: Dialogue; looks: () => number } {
  let looks = 0;
  const watched = sentences.map(
    (sentence) =>
      new Proxy(sentence, {
        get: (target, name) => {
          looks += 1;
          return Reflect.get(target, name) as unknown;
        },
      }),
  );
  const of = ({ index }: Sentence) => watched[index] as Sentence;
  const dialogue = {
    segments,
    sentences: watched,
    turns: turns.map((turn) => ({ ...turn, sentences: turn.sentences.map(of) })),
  };
  return { dialogue, looks: () => looks };
}

async function workOn(segments: number): Promise<{ steps: number; looks: number }> {
  const input = callWith(segments);
  const heads = await loadHeads();
  let looks = 0;
  const { steps } = await countingSteps(async () => {
    const { dialogue, looks: soFar } = counted(await readDialogue(input.segments));
    findAll(await understand(dialogue, { embedder, heads, reader: credulous, budget: Infinity }), input);
    looks = soFar();
  });
  return { steps, looks };
}

function findAll(understanding: Understanding, input: AnalysisInput): void {
  const { dialogue } = understanding;
  const commitments = findCommitments(understanding, input.startedAt, input.timezone);
  const decisions = findDecisions(understanding, commitments, input.startedAt, input.timezone);
  const objections = findObjections(understanding);
  const outcome = findOutcome(understanding, commitments, decisions);
  const findings = { commitments, decisions, appointments: [], objections, outcome };
  findKeyMoments(dialogue, findings);
  overviewOptions(dialogue, findings, input, []);
}

it('a call of four times as many sentences takes four times the work, not more', async () => {
  const [short, long] = [await workOn(60), await workOn(240)];
  expect(long.steps).toBeLessThan(4 * 1.4 * short.steps);
  expect(long.looks).toBeLessThan(4 * 1.4 * short.looks);
}, 180_000);
