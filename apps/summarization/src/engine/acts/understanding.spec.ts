import { loadHeads } from '../../analyse-call/load-engine.ts';
import { call } from '../call.fixture.ts';
import { readDialogue } from '../dialogue.ts';
import { dimensions, type SentenceEmbedder } from '../sentence-embedder.ts';
import { understand } from './understanding.ts';

class CountingEmbedder implements SentenceEmbedder {
  readonly asked: string[] = [];

  embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    this.asked.push(...texts);
    return Promise.resolve(texts.map(() => new Float32Array(dimensions).fill(0.05)));
  }
}

async function reading(lines: readonly string[], mostEmbedded?: number) {
  const embedder = new CountingEmbedder();
  const dialogue = await readDialogue(call(...lines).segments);
  const heads = await loadHeads();
  const understanding = await understand(dialogue, { embedder, heads, ...(mostEmbedded && { mostEmbedded }) });
  return { asked: embedder.asked, understanding, dialogue };
}

it('a sentence that is said again is embedded once', async () => {
  const { asked } = await reading([
    'rep: Could you send it?',
    'prospect: Yes.',
    'rep: Could you send it?',
    'prospect: Yes.',
  ]);
  expect(new Set(asked).size).toBe(asked.length);
});

it('beyond the limit sentences are read by their words alone, and each still has its scores', async () => {
  const lines = Array.from(
    { length: 60 },
    (_, index) => `${index % 2 ? 'prospect' : 'rep'}: I'll send you part ${index}.`,
  );
  const { asked, understanding, dialogue } = await reading(lines, 20);
  expect(asked).toHaveLength(20);
  const last = understanding.scoresOf(dialogue.sentences.at(-1)!);
  expect(last.commitment).toBeGreaterThan(last.objection);
});

it('the turn before is part of what a reply means', async () => {
  const { understanding, dialogue } = await reading(['rep: Could you send me the plan?', 'prospect: Sure.']);
  const { understanding: alone, dialogue: one } = await reading(['prospect: Sure.']);
  const after = understanding.scoresOf(dialogue.sentences[1]!).acceptance;
  expect(after).not.toBeCloseTo(alone.scoresOf(one.sentences[0]!).acceptance, 3);
});
