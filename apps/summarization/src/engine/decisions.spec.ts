import type { Understanding } from './acts/understanding.ts';
import { call, credulous } from './call.fixture.ts';
import { settledTerms } from './decisions.ts';
import { readDialogue } from './dialogue.ts';

/** What is settled in the lines that the reader takes for a decision: those marked with an asterisk. */
async function settled(...lines: readonly string[]) {
  const dialogue = await readDialogue(call(...lines.map((line) => line.replace(/^\*/, ''))).segments);
  const unit = (segment: number) => (lines[segment]?.startsWith('*') === true ? 0.9 : 0.1);
  const reading = { ...(await credulous.read([])), unit };
  return settledTerms({ dialogue, reading } as unknown as Understanding);
}

it('a term that was haggled over for several turns before the yes was left out', async () => {
  const found = await settled(
    '*rep: Delivery costs eighty euros a pallet.',
    'prospect: And that hall of yours, is it heated?',
    '*rep: With the unloading at your gate.',
    '*prospect: Done.',
    'rep: Lovely.',
  );
  expect(found.map(({ text }) => text)).toEqual(['Delivery costs eighty euros a pallet']);
  expect(found[0]?.evidence.map(({ segment }) => segment)).toEqual([0, 2, 3]);
});

it('terms that are settled far apart are two decisions', async () => {
  const found = await settled(
    '*rep: The installation is included in the price.',
    '*prospect: Good.',
    'rep: How was the harvest?',
    'prospect: Wet.',
    'rep: Here, too.',
    '*rep: The warranty runs for three years.',
    '*prospect: Three years is fine.',
  );
  expect(found.map(({ text }) => text)).toEqual([
    'The installation is included in the price',
    'The warranty runs for three years',
  ]);
});

it.each([
  ['what one side alone says', ['*rep: The installation is included in the price.', 'prospect: And then?']],
  ['"We will do ninety-five": of what, nobody knows', ['*rep: We could do ninety-five.', '*prospect: Okay.']],
  ['what only one side likes', ['*rep: So which of them?', "*prospect: I'd prefer the blue lorry with the crane."]],
])('no decision: %s', async (_, lines) => {
  expect((await settled(...lines)).map(({ text }) => text)).toEqual([]);
});
