import { call } from './call.fixture.ts';
import { readDialogue } from './dialogue.ts';
import { withFullerName } from './fuller-name.ts';

async function named(text: string, ...lines: readonly string[]) {
  const dialogue = await readDialogue(call(...lines).segments);
  return withFullerName(text, dialogue.sentences.slice(-1), dialogue);
}

it('"the list" is the one that was named before, with its turn as evidence', async () => {
  const found = await named(
    'Send the prospect the list by mail',
    'prospect: I would like to see a list of templates.',
    "rep: I'll send you the list by mail.",
  );
  expect(found.text).toBe('Send the prospect the list of templates by mail');
  expect(found.evidence.map(({ segment }) => segment)).toEqual([0]);
});

it.each([
  ['compounds', 'prospect: You have our slab drawing.', 'Send the slab drawing'],
  ['not an adjective that sets apart', 'prospect: You have our old drawing.', 'Send the drawing'],
  ['not part of a longer name', 'prospect: You have our slab drawing board.', 'Send the drawing'],
  ['nothing where there are two', 'prospect: The slab drawing, or the roof drawing?', 'Send the drawing'],
])('%s', async (_, said, expected) => {
  expect((await named('Send the drawing', said, "rep: I'll send the drawing.")).text).toBe(expected);
});

it('a name from another part of the call', async () => {
  const between = Array.from({ length: 8 }, () => 'rep: That is so.');
  const found = await named(
    'Send the drawing',
    'prospect: The slab drawing is old.',
    ...between,
    'rep: I send the drawing.',
  );
  expect(found).toEqual({ text: 'Send the drawing', evidence: [] });
});
