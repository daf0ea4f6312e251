import { understood } from '../../test/embedded-engine.ts';
import { call } from './call.fixture.ts';
import { findCommitments } from './commitments.ts';
import { DatesSaid } from './dates-said.ts';
import { readDialogue } from './dialogue.ts';
import type { DraftDeed } from './draft-deed.ts';
import { deedsAt, DueHeard } from './due-heard.ts';
import { wordKinds, type ReadCall } from './reading.ts';

const said = [
  'rep: I will send you a note that withdraws it.',
  'prospect: Tonight, please, because finance has it already.',
  'rep: And Rick calls you.',
  'prospect: He was here on Friday.',
];

/** A reader that takes these words for a day that something is due. */
const wordsOf = (segments: readonly { readonly text: string }[], due: string) => (segment: number) =>
  [...(segments[segment]?.text ?? '').matchAll(/[^\s,.]+/g)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    kinds: Float32Array.from(wordKinds, (kind) => (kind === 'due' && due.split(' ').includes(word) ? 0.9 : 0)),
  }));

/** When the deed of a line is due. */
async function dueOf(line: number, words: string, others: readonly number[] = [], lines = said) {
  const { segments, sentences } = await readDialogue(call(...lines).segments);
  const reading = { words: wordsOf(segments, words) } as unknown as ReadCall;
  const heard = new DueHeard(reading, new DatesSaid(new Date('2026-09-02T15:00:00Z'), 'America/Chicago'));
  for (const sentence of sentences) heard.hear(sentence);
  const deed = (at: number): DraftDeed => ({
    owner: 'rep',
    mentions: [],
    evidence: sentences.filter(({ segment }) => segment === at),
    due: null,
  });
  return heard.dueOf(deed(line), deedsAt([line, ...others].map(deed)))?.date ?? null;
}

it('had no day: it is in the other side\'s answer, "Tonight, please"', async () => {
  expect(await dueOf(0, 'Tonight')).toBe('2026-09-02');
});

it('takes no day that is nearer to another deed', async () => {
  expect(await dueOf(0, 'Tonight', [1])).toBeNull();
});

it('takes no day that the reader does not take for when something is due', async () => {
  expect(await dueOf(2, '')).toBeNull();
});

it('takes no day of another matter', async () => {
  const lines = [...said, 'rep: The note goes out on Monday.'];
  expect(await dueOf(2, 'Monday', [], lines)).toBe('2026-09-07');
  expect(await dueOf(0, 'Monday', [], lines)).toBeNull();
});

it('listed the day of an answer without the answer as evidence', async () => {
  const input = call(...said.slice(0, 2));
  const understanding = await understood(input);
  const reading = { ...understanding.reading, words: wordsOf(understanding.dialogue.segments, 'Tonight') };
  const [found] = findCommitments({ ...understanding, reading }, input.startedAt, input.timezone);
  expect(found?.due).toBe('2024-06-12');
  expect(found?.evidence.map(({ segment }) => segment)).toEqual([0, 1]);
});
