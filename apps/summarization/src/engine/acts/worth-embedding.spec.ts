import { loadHeads } from '../../analyse-call/load-engine.ts';
import { call } from '../call.fixture.ts';
import { readDialogue } from '../dialogue.ts';
import type { ReadCall, UnitKind } from '../reading.ts';
import { worthEmbedding } from './worth-embedding.ts';

const outcomes = { won: 0.25, lost: 0.25, follow_up: 0.25, no_outcome: 0.25 };
const reading = (likely: Readonly<Record<number, UnitKind>>): ReadCall => ({
  unit: (segment, kind) => (likely[segment] === kind ? 0.1 : 0.01),
  words: () => [],
  outcomes,
});

async function worth(lines: readonly string[], likely: Readonly<Record<number, UnitKind>> = {}) {
  const dialogue = await readDialogue(call(...lines).segments);
  const isWorth = worthEmbedding(dialogue, reading(likely), await loadHeads());
  return dialogue.sentences.filter(isWorth).map(({ segment }) => segment);
}

const talk = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index % 2 ? 'prospect' : 'rep'}: It rained on day ${index}.`);

it('what the reader takes for an action, an objection or a decision is embedded, what it rules out is not', async () => {
  const kinds = {
    3: 'action_prospect',
    4: 'action_rep',
    6: 'objection',
    7: 'decision',
    8: 'salient',
  } as const;
  expect((await worth(talk(60), kinds)).filter((segment) => segment < 20)).toEqual([3, 4, 6, 7]);
});

it('the last forty sentences and the last fifth always are', async () => {
  expect(await worth(talk(60))).toEqual(Array.from({ length: 40 }, (_, index) => 20 + index));
  expect(await worth(talk(400))).toEqual(Array.from({ length: 80 }, (_, index) => 320 + index));
});

it("the rep's praise of the offer is, for coaching; the prospect's is not", async () => {
  const praise = 'Our customers love it, it is the best platform on the market and it will transform your business.';
  expect((await worth([`rep: ${praise}`, `prospect: ${praise}`, ...talk(60)])).slice(0, 2)).toEqual([0, 22]);
});
