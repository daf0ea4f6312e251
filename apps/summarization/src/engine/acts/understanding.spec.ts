import { loadHeads } from '../../analyse-call/load-engine.ts';
import { call, credulous } from '../call.fixture.ts';
import { readDialogue } from '../dialogue.ts';
import { dimensions, type SentenceEmbedder } from '../sentence-embedder.ts';
import { costOf } from './embedding-budget.ts';
import { understand } from './understanding.ts';

class CountingEmbedder implements SentenceEmbedder {
  readonly asked: string[] = [];

  embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    this.asked.push(...texts);
    return Promise.resolve(texts.map(() => new Float32Array(dimensions).fill(0.05)));
  }
}

async function reading(lines: readonly string[], budget?: number) {
  const embedder = new CountingEmbedder();
  const dialogue = await readDialogue(call(...lines).segments);
  const heads = await loadHeads();
  const understanding = await understand(dialogue, { embedder, heads, reader: credulous, budget });
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

it('what a reply means is worked out once for the same words after the same words', async () => {
  const { understanding, dialogue } = await reading([
    'rep: Could you send it?',
    'prospect: Yes.',
    'rep: Could you send it?',
    'prospect: Yes.',
  ]);
  const [, first, , second] = dialogue.sentences;
  expect(understanding.scoresOf(second!)).toBe(understanding.scoresOf(first!));
});

describe('beyond the budget', () => {
  const lines = Array.from({ length: 200 }, (_, index) =>
    index % 2
      ? `prospect: The room is number ${index}.`
      : `rep: ${index % 10 ? 'It was' : "I'll send you"} part ${index}.`,
  );

  it('no more is embedded, and the rest is taken for nothing', async () => {
    const { asked, understanding, dialogue } = await reading(lines, 2_000);
    const spent = [...new Set(asked)].reduce((sum, text) => sum + costOf(text), 0);
    expect(spent).toBeLessThanOrEqual(2_000);
    expect(spent).toBeGreaterThan(1_500);
    const left = dialogue.sentences.filter(({ raw }) => !asked.includes(raw));
    expect(left.length).toBeGreaterThan(100);
    expect(new Set(left.flatMap((one) => Object.values(understanding.scoresOf(one))))).toEqual(new Set([0]));
    expect(understanding.likeness(left[0]!, left[0]!)).toBe(0);
  });

  it('what is embedded is spread over the call, and is what hints most at something', async () => {
    const long = Array.from({ length: 2_000 }, (_, index) => {
      const words = index % 40 ? 'Rooms on the left, number' : "I'll send you the contract for part";
      return `${index % 2 ? 'prospect' : 'rep'}: ${words} ${index}.`;
    });
    const { asked } = await reading(long, 10_000);
    const promises = new Set(asked.filter((text) => text.startsWith("I'll send")));
    expect(promises.size).toBe(50);
    expect(new Set(asked).size).toBeLessThan(300);
  });

  it('the reader reads no more either, though all say the same', async () => {
    const { segments } = call(...Array.from({ length: 400 }, (_, index) => `${index % 2 ? 'prospect' : 'rep'}: Yes.`));
    let read = 0;
    const reader = { read: (all: readonly unknown[]) => ((read = all.length), credulous.read([])) };
    const [dialogue, heads] = [await readDialogue(segments), await loadHeads()];
    await understand(dialogue, { embedder: new CountingEmbedder(), heads, reader, budget: 2_400 });
    expect(read).toBeGreaterThan(50);
    expect(read).toBeLessThanOrEqual(100);
  });

  it('a conversation of two hours is not', async () => {
    const { asked, dialogue } = await reading(
      Array.from(
        { length: 1_200 },
        (_, index) =>
          `${index % 2 ? 'prospect' : 'rep'}: We looked at part ${index} of it. Was that the one you meant?`,
      ),
    );
    expect(dialogue.sentences.every(({ raw }) => asked.includes(raw))).toBe(true);
  });
});

it('the turn before is part of what a reply means', async () => {
  const { understanding, dialogue } = await reading(['rep: Could you send me the plan?', 'prospect: Sure.']);
  const { understanding: alone, dialogue: one } = await reading(['prospect: Sure.']);
  const after = understanding.scoresOf(dialogue.sentences[1]!).acceptance;
  expect(after).not.toBeCloseTo(alone.scoresOf(one.sentences[0]!).acceptance, 3);
});
