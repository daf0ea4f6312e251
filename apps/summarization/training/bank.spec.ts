import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LABELS = [
  'request',
  'commitment',
  'acceptance',
  'refusal',
  'objection',
  'answer',
  'proposal',
  'agreement',
  'next_step',
  'small_talk',
  'question',
  'pitch',
  'past',
  'hypothetical',
  'third_party',
  'retraction',
  'closing',
  'purchase',
  'rejection',
  'none',
];
const SPEAKERS = ['rep', 'prospect'];
const BANK = join(import.meta.dirname, 'bank');

interface Turn {
  speaker: string;
  text: string;
}
interface Example extends Turn {
  previous: Turn | null;
  labels: string[];
}

const lines = readdirSync(BANK)
  .filter((file) => file.endsWith('.jsonl'))
  .sort()
  .flatMap((file) =>
    readFileSync(join(BANK, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line, index) => ({ at: `${file}:${index + 1}`, line })),
  );

const parse = (line: string): Example | undefined => {
  try {
    return JSON.parse(line) as Example;
  } catch {
    return undefined;
  }
};

const isTurn = (turn: Turn): boolean =>
  typeof turn.text === 'string' && turn.text.trim() !== '' && SPEAKERS.includes(turn.speaker);

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const CLOSINGS = readFileSync(join(import.meta.dirname, 'closings.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as { outcome: string; turns: Turn[] });

describe('the closings', () => {
  it('are at least 150, of known outcomes and turns', () => {
    expect(CLOSINGS.length).toBeGreaterThanOrEqual(150);
    expect(CLOSINGS.filter(({ turns }) => turns.length === 0 || !turns.every(isTurn))).toEqual([]);
  });
  it.each(['won', 'lost', 'follow_up', 'no_outcome'])('have at least 30 that end %s', (outcome) => {
    expect(CLOSINGS.filter((one) => one.outcome === outcome).length).toBeGreaterThanOrEqual(30);
  });
});

describe('the bank of training sentences', () => {
  const parsed = lines.map(({ at, line }) => ({ at, example: parse(line) }));
  const examples = parsed.flatMap(({ example }) => example ?? []);

  it('has only lines of the described form', () => {
    const broken = parsed.filter(
      ({ example }) =>
        !example ||
        Object.keys(example).sort().join() !== 'labels,previous,speaker,text' ||
        !isTurn(example) ||
        (example.previous !== null && !isTurn(example.previous)),
    );
    expect(broken.map(({ at }) => at)).toEqual([]);
  });

  it('has only known labels, each once, and "none" alone', () => {
    const broken = parsed.filter(
      ({ example }) =>
        !example ||
        example.labels.length === 0 ||
        new Set(example.labels).size !== example.labels.length ||
        example.labels.some((label) => !LABELS.includes(label)) ||
        (example.labels.includes('none') && example.labels.length > 1),
    );
    expect(broken.map(({ at }) => at)).toEqual([]);
  });

  it('has at least 2,900 examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(2900);
  });

  it.each(LABELS)('has at least 40 examples of %s', (label) => {
    expect(examples.filter(({ labels }) => labels.includes(label)).length).toBeGreaterThanOrEqual(40);
  });

  it('says nothing twice', () => {
    const seen = new Map<string, string>();
    const repeated = parsed.flatMap(({ at, example }) => {
      if (!example) return [];
      const key = wordsOf(example.text).join(' ');
      const first = seen.get(key);
      seen.set(key, at);
      return first ? [`${at} repeats ${first}: ${key}`] : [];
    });
    expect(repeated).toEqual([]);
  });

  it('is no template with the nouns exchanged: at most 2 % differ in one word only', () => {
    const near = new Set<string>();
    const seen = new Map<string, string>();
    for (const { text } of examples) {
      const words = wordsOf(text);
      if (words.length < 4) continue;
      words.forEach((_, gap) => {
        const key = words.with(gap, '_').join(' ');
        const other = seen.get(key);
        if (other !== undefined && other !== text) near.add(text);
        seen.set(key, text);
      });
    }
    expect([...near].length / examples.length).toBeLessThanOrEqual(0.02);
  });
});
