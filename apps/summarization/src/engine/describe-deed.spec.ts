import { readDialogue } from './dialogue.ts';
import { deedAskedOf, deedOf } from './deeds.ts';
import { describeDeed } from './describe-deed.ts';
import { call } from './call.fixture.ts';
import { otherSide } from './wording.ts';

/** What is written for the last line, asked for where it is a question. */
async function written(...lines: readonly string[]) {
  const dialogue = await readDialogue(call(...lines).segments);
  const said = dialogue.turns.at(-1)?.sentences ?? [];
  const mentions = said.flatMap((sentence) => {
    const deed = sentence.question ? deedAskedOf(sentence) : deedOf(sentence);
    const move = sentence.question ? ('request' as const) : ('promise' as const);
    return deed === null ? [] : [{ sentence, move, deed, topics: new Set<string>(), date: null }];
  });
  const [first] = mentions;
  if (first === undefined) return null;
  const { speaker, question } = first.sentence;
  return describeDeed(mentions, question ? otherSide(speaker) : speaker, dialogue);
}

const textOf = async (...lines: readonly string[]) => (await written(...lines))?.text;

it.each([
  ['who gets it is named', "rep: I'll send you the drawings.", 'Send the prospect the drawings'],
  ['the one who asks gets it', 'prospect: Could you email me the price list?', 'Email the prospect the price list'],
  ['"over to you" is no place', "rep: I'll get the proposal over to you.", 'Send the proposal to the prospect'],
  [
    'a day has its own field',
    "rep: I'll send you the quote first thing tomorrow morning.",
    'Send the prospect the quote',
  ],
  ['a ring is a call', "rep: I'll give you a ring.", 'Call the prospect'],
  ['a visit has somebody to be visited', "rep: I'll come round tomorrow.", 'Visit the prospect'],
  ['who asks for a visit is visited', 'prospect: Could you come round tomorrow?', 'Visit the prospect'],
  ['who asks to be met is met', 'prospect: Could you come and see me on Friday?', 'Meet the prospect'],
  ['"call back" is a call to the other side', "rep: I'll call back.", 'Call the prospect back'],
  ['who asks for a call back is called', 'prospect: Could you call back?', 'Call the prospect back'],
  ['"try you again" is a call', "rep: I'll try you again.", 'Call the prospect'],
  ['a recorder that shouts', 'rep: I WILL SEND YOU THE OTHER LIST.', 'SEND the prospect THE OTHER LIST'],
  [
    'a visit "then, in the morning"',
    "rep: I'll come tomorrow then, in the morning, before the jam.",
    'Visit the prospect',
  ],
  ['what is taken out stays out', "rep: I'll take the clause out and have it with you.", 'Take the clause out'],
  ['"you two hours" are no two people', "rep: I'll give you two hours.", 'Give the prospect two hours'],
  ['a reason is left out', "rep: I'll send you the plan so you can show your boss.", 'Send the prospect the plan'],
  ['a time clause is left out', "rep: I'll call Houston when we hang up.", 'Call Houston'],
  [
    'a broken start is left out',
    "rep: I'll send you the, the agreement for signing.",
    'Send the prospect the agreement for signing',
  ],
  ['what is begun anew', "rep: I'll ask Nadia for the, for four vans.", 'Ask Nadia for four vans'],
  ['hesitation is left out', "rep: I'll email you the, um, the terms, you know.", 'Email the prospect the terms'],
  [
    'speech without punctuation',
    "rep: i'll write you a receipt when you pay me you can give me it then",
    'Write the prospect a receipt',
  ],
  ['a new subject without a comma', 'rep: i can check the stock he is away this week', 'Check the stock'],
  [
    'what is asked stays whole',
    "rep: I'll ask our fitter whether you need a bigger pump.",
    'Ask the fitter whether the prospect needs a bigger pump',
  ],
  [
    'what is told stays whole',
    "rep: I'll tell my boss it was for the workshop.",
    'Tell the boss it was for the workshop',
  ],
  [
    'a relative clause stays',
    "rep: I'll send you the prices we discussed.",
    'Send the prospect the prices the rep discussed',
  ],
  [
    'a second deed stays',
    "rep: I'll draft the contract and email it to you.",
    'Draft the contract and email it to the prospect',
  ],
  ['a meal is a time of day', "rep: I'll call you dinner time.", 'Call the prospect'],
  ['a minute that waits for its clause', "prospect: i'll sign the contract the minute it arrives", 'Sign the contract'],
  ['an order behind the deed', "rep: i'll call roy don't you bother", 'Call roy'],
  [
    'a new subject before "sign"',
    "rep: i'll send the contract with the late clause you sign it",
    'Send the contract with the late clause',
  ],
  [
    'a reason behind "it"',
    "rep: I'll send you a tray with your name on it because the night shift eats everything.",
    "Send the prospect a tray with the prospect's name",
  ],
])('%s: %s', async (_, line, expected) => expect(await textOf(line)).toBe(expected));

describe('what was named before', () => {
  it('"it" is the paper that was spoken of, and its sentence is evidence', async () => {
    const found = await written('prospect: We still need the safety certificate.', "rep: I'll send you it tonight.");
    expect(found?.text).toBe('Send the prospect the safety certificate');
    expect(found?.evidence.map(({ raw }) => raw)).toEqual(['We still need the safety certificate.']);
  });
  it('"your form" becomes the other side\'s where the other side says "it"', async () =>
    expect(await textOf('rep: I still need your form.', "prospect: I'll send it.")).toBe('Send the form'));
  it('"them" is nothing that is one', async () =>
    expect(await textOf('prospect: What about the contract?', "rep: I'll send them.")).toBe(''));
  it('"him" is who was named', async () =>
    expect(
      await textOf('prospect: You should talk to Ben Palgrave about it.', "rep: I'll ask him about the wiring."),
    ).toBe('Ask Ben Palgrave about the wiring'));
  it('"her" is the role that was named', async () =>
    expect(
      await textOf('prospect: My accountant has to see the figures.', "prospect: I'll ask her about the deposit."),
    ).toBe('Ask the accountant about the deposit'));
});

it.each([
  ['nobody says what "it" is', "rep: I'll put it in."],
  ['a verb without its object', "rep: I'll send you."],
  ['nobody says who "him" is', "rep: I'll have him text you either way."],
  ['a number without what is counted', "prospect: I'll send you twelve."],
  ['a possessor without what is owned', "rep: I'll bring mine."],
  ['"whatever" for the object', "prospect: I'll sign whatever."],
  ['what another person is to do is cut off', "rep: I'll get the lab to do it off the bucket."],
  ['a person whom a recorder writes without a capital', "rep: i'll send sandeep after eleven"],
  ['an order to a verb that is none', 'prospect: please and say revoke'],
])('%s: no words', async (_, line) => expect((await textOf(line)) ?? '').toBe(''));
