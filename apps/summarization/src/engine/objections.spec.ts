import type { ActScores } from './acts/heads.ts';
import { nothing } from './acts/heads.ts';
import type { Understanding } from './acts/understanding.ts';
import { call, credulous } from './call.fixture.ts';
import { readDialogue } from './dialogue.ts';
import { findObjections } from './objections.ts';
import { carriers, type UnitKind } from './reading.ts';

/** The first objection, where the reader takes lines marked with "!" for objections and with ">" for answers. */
async function objection(likely: number, ...lines: readonly string[]) {
  const dialogue = await readDialogue(call(...lines.map((line) => line.replace(/^[!>] ?/, ''))).segments);
  const mark: Partial<Record<UnitKind, string>> = { objection: '!', response: '>' };
  const unit = (segment: number, kind: UnitKind) =>
    lines[segment]?.startsWith(mark[kind] ?? '?') === true ? likely : 0.1;
  const reading = { ...(await credulous.read([])), unit };
  const understanding = {
    dialogue,
    reading,
    carries: carriers(reading, dialogue.sentences),
    scoresOf: (): ActScores => nothing,
    likeness: () => 0,
  } as unknown as Understanding;
  return findObjections(understanding)[0];
}

const answer = async (...lines: readonly string[]) => (await objection(0.9, ...lines))?.response?.text ?? null;

const doubt = '! prospect: The pallets would not fit through our low gate.';
const other = '! prospect: Eleven months of notice are too many for us.';
const reply =
  '> rep: Our lorries have a tail lift and unload the pallets at the gate, by hand if need be, on any day of the week.';

it('is answered by the next turn that sounds like it', async () => {
  expect(await answer(doubt, 'rep: I see.', 'prospect: Yes.', reply)).toMatch(/^Our lorries have a tail lift/);
});

it('took the answer to another objection for its own', async () => {
  const foreign = '> rep: We can shorten the notice to three months for you.';
  expect(await answer(doubt, 'rep: I see.', other, foreign)).toBeNull();
});

it('took a question back for an answer', async () => {
  expect(await answer(doubt, '> rep: How low is it?')).toBeNull();
});

it.each([
  ['a story around an objection', '! prospect: The pump is in the yard behind the old barn.', undefined],
  [
    'an objection',
    '! prospect: The neighbours cannot sleep beside such a noisy pump.',
    'The neighbours cannot sleep beside such a noisy pump.',
  ],
])('that is rather unlikely is listed if its words are against something: %s', async (_, line, text) => {
  expect((await objection(0.85, ...few, line))?.objection.text).toBe(text);
});

// A call of more than a few lines, in which nothing else is said.
const few = Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? 'rep: I see.' : 'prospect: Yes.'));
