import { call } from './call.fixture.ts';
import { dealSigns } from './deal-signs.ts';
import { readDialogue } from './dialogue.ts';

async function signs(...lines: readonly string[]) {
  return dealSigns((await readDialogue(call(...lines).segments)).sentences);
}

it.each([
  'prospect: My director has to approve anything above that.',
  "prospect: I can't sign before the trustees have met.",
  'prospect: Fine by me, subject to the test.',
  'prospect: I have to show the figures to my partner.',
  "prospect: I'll talk it over with my sister and let you know.",
])('%s: somebody still has to decide', async (line) => {
  expect(await signs(line)).toEqual({ open: true, papers: false });
});

it.each([
  'rep: Good, the order confirmation is on its way.',
  'rep: Then I send you the agreement for signature.',
  'rep: We deliver in the week of the ninth.',
])('%s: it is on its way', async (line) => {
  expect(await signs(line)).toEqual({ open: false, papers: true });
});

it.each([
  'prospect: We have the approval.',
  'rep: My director has to approve that.',
  'prospect: Do you want to see it?',
  'rep: If you sign the contract we can start on Monday.',
  'rep: I can hold it without a deposit.',
])('%s: neither', async (line) => {
  expect(await signs(line)).toEqual({ open: false, papers: false });
});
