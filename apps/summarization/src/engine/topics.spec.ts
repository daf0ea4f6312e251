import { call, credulous } from './call.fixture.ts';
import { readDialogue } from './dialogue.ts';
import { wordKinds } from './reading.ts';
import { topicsOf } from './topics.ts';

/** What is talked about when the reader takes these segments for what a summary rests on, and nothing for what is sold. */
async function topics(
  lines: readonly string[],
  { salient = lines.map((_, place) => place), names = [] as string[], title = null as string | null, sold = '' } = {},
) {
  const dialogue = await readDialogue(call(...lines).segments);
  const marked = dialogue.segments.map(({ text }) =>
    [...(sold === '' ? '' : text).matchAll(/\S+/g)].map(({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
      kinds: Float32Array.from(wordKinds, (kind) => (kind === 'offer' && word.startsWith(sold) ? 0.9 : 0)),
    })),
  );
  const words = (segment: number) => marked[segment] ?? [];
  const unit = (segment: number) => (salient.includes(segment) ? 0.9 : 0.05);
  return topicsOf(dialogue, { ...(await credulous.read([])), unit, words }, names, title);
}

const leaking = [
  'rep: You said that the loaner kit is broken.',
  'prospect: The loaner kit is broken, and the lamps are dark.',
  'rep: We change the lamps and the loaner kit.',
  'prospect: And your lamps cost what?',
];

it('names what comes back, as it is said most, with the clause that matters most as evidence', async () => {
  const found = await topics(leaking, { salient: [1, 2, 3] });
  expect(found?.text).toBe('lamps and the loaner kit');
  expect(found?.evidence.map(({ segment }) => segment)).toEqual([1, 1]);
});

it('names what is sold before what is said as often', async () => {
  expect((await topics(leaking, { salient: [1, 2, 3], sold: 'kit' }))?.text).toBe('the loaner kit and lamps');
});

it('is nothing where nothing comes back, or only where nothing matters', async () => {
  expect(await topics(['rep: I sent the offer.', 'prospect: The price was high.'])).toBeNull();
  expect(await topics(leaking, { salient: [] })).toBeNull();
});

it('"talked about the black, Sandeep and the week": only things are talked about', async () => {
  const said = [
    'rep: Do you want the black one, Sandeep, or a think first?',
    'prospect: The black table is for Sandeep this week.',
    'rep: Then the black chair is for Sandeep next week.',
    'prospect: The week after I ask Sandeep about the black door.',
  ];
  expect(await topics(said)).toBeNull();
});

it('talked about one of the people who talked', async () => {
  const said = [
    'rep: Is this the Baker?',
    'prospect: The Baker is here.',
    'rep: Ask the Baker.',
    'prospect: The Baker!',
  ];
  expect((await topics(said))?.text).toBe('the Baker');
  expect(await topics(said, { names: ['Ann Baker'] })).toBeNull();
});

it("takes the call's title where the talk names nothing, unless it only says that it is a call", async () => {
  expect((await topics(['rep: Hello.'], { title: 'Northmill: the second robot' }))?.text).toBe('the second robot');
  expect(await topics(['rep: Hello.'], { title: 'Follow-up call' })).toBeNull();
});

it('read a call that says one word two hundred thousand times', async () => {
  const line = `rep: ${'the pump, '.repeat(20_000)}`;
  expect((await topics(Array.from({ length: 10 }, () => line)))?.text).toBe('the pump');
});
