import { CountedBlocks } from '../../test/counted-blocks.ts';
import { countingSteps } from '../../test/regexp-steps.ts';
import type { CallReader, ReadWord } from './reading.ts';
import { dimensions, type SentenceEmbedder } from './sentence-embedder.ts';
import type { AnalysedSegment, SummaryEngine } from './summary-engine.ts';

const blocks = new CountedBlocks();
let engine: SummaryEngine;
let callOf: typeof import('./call.fixture.ts').callOf;
beforeAll(async () => {
  // The engine is loaded behind it: what was loaded before is not counted.
  await blocks.start();
  ({ callOf } = await import('./call.fixture.ts'));
  const { loadHeads } = await import('../analyse-call/load-engine.ts');
  const { wordKinds } = await import('./reading.ts');
  const { EmbeddedEngine } = await import('./embedded-engine.ts');
  const parts = { embedder, heads: await loadHeads(), reader: readerOf(wordKinds.length), budget: Infinity };
  engine = new EmbeddedEngine(parts);
});
afterAll(() => blocks.stop());

const hashed = (text: string) => [...text].reduce((hash, one) => (hash * 31 + one.charCodeAt(0)) % 1_000_003, 7);
const likelihood = (hash: number, kind: number) => Math.abs(Math.sin(hash + 7 * kind));

/** Instead of the models, which are linear and slow: other words, another place, and likely all kinds of things. */
const embedder: SentenceEmbedder = {
  embed: (texts) =>
    Promise.resolve(
      texts.map((text) => {
        const hash = hashed(text);
        return Float32Array.from({ length: dimensions }, (_, at) => 0.1 * Math.sin(hash + at * at));
      }),
    ),
};
const readerOf = (kinds: number): CallReader => ({
  read: (segments) => {
    const words = segments.map(({ text }) =>
      [...text.matchAll(/\S+/g)].map(({ 0: word, index }): ReadWord => {
        const hash = hashed(word);
        const likely = Float32Array.from({ length: kinds }, (_, kind) => likelihood(hash, kind));
        return { start: index, end: index + word.length, kinds: likely };
      }),
    );
    return Promise.resolve({
      unit: (segment, kind) => likelihood(hashed(`${segments[segment]?.text ?? ''} ${kind}`), 1),
      words: (segment) => words[segment] ?? [],
      outcomes: { won: 0.4, lost: 0.2, follow_up: 0.3, no_outcome: 0.1 },
    });
  },
});

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
  'your price is too high for us and we have two shops',
  'the price includes support for two years',
  'we will go ahead and sign',
  'actually, scratch that',
  'and when would I have it',
  'yes',
  '                                        ',
  'the 20th of July',
  'we agree on thirty days and two deliveries a month',
  "let's start with two of your shops, the delivery is forty pounds",
  'our last supplier was late, it takes too long to install',
];

/** No two sentences are the same: nothing is known from before. */
function analyse(segments: number, timed = true): Promise<unknown> {
  const said = Array.from({ length: segments }, (_, index): AnalysedSegment => {
    const sentences = [0, 3].map((place) => telling[(index * 5 + place) % telling.length] ?? '');
    const text = `${sentences.join(index % 3 === 0 ? '. ' : ' ')} ${String(index)}`;
    const [start_ms, end_ms] = timed ? [index * 1_000, index * 1_000 + 900] : [0, 0];
    return { speaker: index % 2 === 0 ? 'rep' : 'prospect', start_ms, end_ms, text };
  });
  return engine.analyse(callOf(said));
}

it('a call of four times as many sentences takes four times the work, not more', async () => {
  const steps = async (segments: number) => (await countingSteps(() => analyse(segments))).steps;
  expect(await steps(80)).toBeLessThan(4 * 1.4 * (await steps(20)));
}, 180_000);

const [short, long] = [125, 500];
/** Of each sentence: rules may look back at the hundred deeds before it, but not at all. */
const few = 100 * 2 * long;

it.each([
  ['with times', true],
  ['without times', false],
])(
  'no function runs more than four times as often in a call %s of four times as many segments',
  async (_, timed) => {
    const runsIn = (segments: number) => blocks.during('/src/engine/', () => analyse(segments, timed));
    const [before, after] = [await runsIn(short), await runsIn(long)];
    expect(after.size).toBeGreaterThan(500);
    const slow = [...after].filter(([place, runs]) => {
      // A product of vectors is one look. What V8 has counted in one call alone can not be compared.
      const looks = place.includes(':dot@') ? runs / dimensions : runs;
      return looks > few && runs > 4 * 1.4 * (before.get(place) ?? runs) && !place.includes('.spec.');
    });
    expect(slow).toEqual([]);
  },
  180_000,
);
