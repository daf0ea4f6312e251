import type { ActScores } from './acts/heads.ts';
import { nothing } from './acts/heads.ts';
import type { Understanding } from './acts/understanding.ts';
import { call, credulous } from './call.fixture.ts';
import { readDialogue } from './dialogue.ts';
import { findObjections } from './objections.ts';
import { carriers, type UnitKind } from './reading.ts';

/** What is answered to the first objection, where the reader takes lines marked with "!" for objections and with ">" for answers. */
async function answer(...lines: readonly string[]) {
  const dialogue = await readDialogue(call(...lines.map((line) => line.replace(/^[!>] ?/, ''))).segments);
  const mark: Partial<Record<UnitKind, string>> = { objection: '!', response: '>' };
  const unit = (segment: number, kind: UnitKind) =>
    lines[segment]?.startsWith(mark[kind] ?? '?') === true ? 0.9 : 0.1;
  const reading = { ...(await credulous.read([])), unit };
  const understanding = {
    dialogue,
    reading,
    carries: carriers(reading, dialogue.sentences),
    scoresOf: (): ActScores => nothing,
    likeness: () => 0,
  } as unknown as Understanding;
  return findObjections(understanding)[0]?.response?.text ?? null;
}

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
