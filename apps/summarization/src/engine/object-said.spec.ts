import type { Understanding } from './acts/understanding.ts';
import { call, credulous } from './call.fixture.ts';
import { deedOf } from './deeds.ts';
import { readDialogue } from './dialogue.ts';
import { describeByObject } from './object-said.ts';
import { wordKinds } from './reading.ts';

/** What is said about the last line's deed when the reader takes these words for its object. */
async function described(object: string, ...lines: readonly string[]) {
  const dialogue = await readDialogue(call(...lines).segments);
  const own = object.split(' ');
  const words = (segment: number) =>
    [...(dialogue.segments[segment]?.text ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
      kinds: Float32Array.from(wordKinds, (kind) => (kind === 'object' && own.includes(word) ? 0.9 : 0)),
    }));
  const reading = { ...(await credulous.read([])), words };
  const sentence = dialogue.sentences.at(-1)!;
  const mention = { sentence, move: 'promise' as const, deed: deedOf(sentence), topics: new Set<string>(), date: null };
  return describeByObject([mention], sentence.speaker, { dialogue, reading } as unknown as Understanding);
}

it('"I\'ll send it" says what, with the turn in which it was named as evidence', async () => {
  const found = await described(
    'warranty terms',
    'prospect: I have never seen the warranty terms of yours.',
    "rep: I'll send it tonight.",
  );
  expect(found?.text).toBe('Send the prospect the warranty terms');
  expect(found?.evidence.map(({ raw }) => raw)).toEqual(['I have never seen the warranty terms of yours.']);
});

it('keeps a verb of its own', async () => {
  const found = await described(
    'spare pumps',
    'rep: And the spare pumps came this morning.',
    "prospect: I'll measure them myself.",
  );
  expect(found?.text).toBe('Measure the spare pumps');
});

it('is nothing where nothing was named', async () => {
  expect(await described('nowhere', 'prospect: And then?', "rep: I'll send it tonight.")).toBeNull();
});

it('"I\'ll send you somebody": a person is nothing that is sent', async () => {
  expect(await described('the fitter', 'prospect: And the fitter?', "rep: I'll send it tonight.")).toBeNull();
});

it('wrote the capital of a sentence start in the middle of an order', async () => {
  const found = await described(
    'The credit note',
    'prospect: The credit note never came.',
    "rep: I'll send it tonight.",
  );
  expect(found?.text).toBe('Send the prospect the credit note');
});

it('"sign it" behind "take the arbitration out": only papers are signed', async () => {
  expect(
    await described('the arbitration', "rep: I'll take the arbitration out.", "prospect: I'll sign it in the morning."),
  ).toBeNull();
  const found = await described(
    'the order',
    "rep: I'll bring the order tomorrow.",
    "prospect: I'll sign it in the morning.",
  );
  expect(found?.text).toBe('Sign the order');
});

it('"send it to them" behind a question for a section: what cannot be sent is not what is meant', async () => {
  expect(
    await described('the section', 'prospect: Who can change the section?', "rep: I'll send it again tonight."),
  ).toBeNull();
});
