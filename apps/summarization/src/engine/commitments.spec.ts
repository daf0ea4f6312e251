import { call, swapped } from './call.fixture.ts';
import { findCommitments } from './commitments.ts';
import { understood } from '../../test/embedded-engine.ts';
import type { AnalysisInput } from './summary-engine.ts';

async function commitmentsOf(input: AnalysisInput) {
  const found = findCommitments(await understood(input), input.startedAt, input.timezone);
  // What has no words is not listed.
  return found
    .filter(({ description }) => description !== '')
    .map(({ owner, due, description, evidence }) => ({
      owner,
      due,
      description,
      said: evidence.map((one) => one.raw),
    }));
}

/** given(lines).expects('owner | description | date') */
function given(...lines: readonly string[]) {
  return {
    expects: async (...items: readonly string[]) => {
      const found = await commitmentsOf(call(...lines));
      expect(found.map(({ owner, due, description }) => `${owner} | ${description} | ${due ?? '-'}`)).toEqual(items);
    },
  };
}

describe('promises', () => {
  it('a plain promise is an item with owner and date', () =>
    given('rep: I will send you the contract by next Friday.').expects(
      'rep | Send the prospect the contract | 2024-06-21',
    ));
  it('the prospect promises too', () =>
    given("prospect: I'll forward the floor plan tomorrow.").expects('prospect | Forward the floor plan | 2024-06-13'));
  it('"let me check" is one when it is for after the call', () =>
    given('rep: Let me check with our warehouse and get back to you.').expects(
      'rep | Check with the warehouse and get back to the prospect | -',
    ));
  it('a third person belongs to the side that brings them in', () =>
    given('prospect: Our IT guy will send you the questionnaire on Monday.').expects(
      'prospect | Have the IT guy send the rep the questionnaire | 2024-06-17',
    ));
  it('without punctuation or capitals', () =>
    given(
      'rep: yeah no problem so i will email you the price list on thursday and can you send me the meter readings',
      'prospect: sure',
    ).expects(
      'rep | Email the prospect the price list | 2024-06-13',
      'prospect | Send the rep the meter readings | -',
    ));
  it('said twice, it counts once, with the last date', () =>
    given(
      "rep: I'll send the quote tomorrow.",
      'prospect: Thanks.',
      "rep: Actually, you'll have to wait a bit, I'll send the quote on Monday.",
    ).expects('rep | Send the quote | 2024-06-17'));
});

describe('requests and offers', () => {
  it('request and acceptance are one item of the one who agrees', async () => {
    const [item, ...others] = await commitmentsOf(
      call('prospect: Could you send me the warranty terms?', 'rep: Sure, will do.'),
    );
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      owner: 'rep',
      description: 'Send the prospect the warranty terms',
      said: ['Could you send me the warranty terms?', 'Sure, will do.'],
    });
  });
  it('the date of the answer counts', () =>
    given('rep: Can you send me the signed form by Friday?', 'prospect: Yes, but make that Monday.').expects(
      'prospect | Send the rep the signed form | 2024-06-17',
    ));
  it('request and promise in the answer are one', () =>
    given('prospect: Send me the brochure, please.', "rep: Of course, I'll send it over this afternoon.").expects(
      'rep | Send the prospect the brochure | 2024-06-12',
    ));
  it('an accepted offer is a promise', () =>
    given('rep: I can share two references if that helps.', 'prospect: Please do.').expects(
      'rep | Share two references | -',
    ));
  it('a promise in the breath that accepts is about what was asked', () =>
    given(
      'prospect: Could you break the price down for me?',
      "rep: Absolutely, I'll email you that by tomorrow lunchtime.",
    ).expects('rep | Break the price down | 2024-06-13'));
  it('an offered call that is accepted', () =>
    given('rep: How about I call you on Monday?', 'prospect: Yeah, do that.').expects(
      'rep | Call the prospect | 2024-06-17',
    ));
  it('a refused request is none', () =>
    given('rep: Can you send me your supplier list?', "prospect: No, I can't share that.").expects());
  it('a refused offer is none', () => given('rep: Could I send you a sample?', 'prospect: No, thank you.').expects());
  it('an unanswered request is none', () =>
    given('prospect: Could you send me a catalogue?', 'rep: How many vans do you run?').expects());
  it('a question about the offer is no request', () =>
    given('prospect: Can you tell me how the sensor works?', 'rep: Sure, it counts pulses.').expects());
});

describe('whose it is', () => {
  it('"let me ask" asks nobody on the call', () =>
    given('rep: Then let me ask head office if they make an exception.', 'prospect: Please do.').expects(
      'rep | Ask head office if they make an exception | -',
    ));
  it('"you forward it" in a recap is the other side\'s, and no second item', async () => {
    const found = await commitmentsOf(
      call(
        "prospect: I'll forward the security form today.",
        'rep: Good. So, I send the proposal on Friday, and you forward the security form today.',
      ),
    );
    expect(found.map(({ owner, due }) => [owner, due])).toEqual([
      ['prospect', '2024-06-12'],
      ['rep', '2024-06-14'],
    ]);
  });
  it('"you get my draft" is of the one whose draft it is, asked for or not', () =>
    given('rep: Could you send me something?', 'prospect: And you get my draft on Friday.').expects(
      'prospect | Send the draft | 2024-06-14',
    ));
  it('a bare yes and the promise after it are one', async () => {
    const found = await commitmentsOf(
      call('prospect: Could you send me the offer with the batteries?', "rep: Yes. I'll make that one by Monday."),
    );
    expect(found.map(({ owner, due }) => [owner, due])).toEqual([['rep', '2024-06-17']]);
  });
});

describe('what is no commitment', () => {
  it.each([
    ['a condition of the sale', "rep: If you sign this month, we'll send you two extra units."],
    ['the same, later in the sentence', "rep: We'll send an engineer once you sign."],
    ['the past', 'rep: I sent you the contract on Monday.'],
    ['what was said once', 'prospect: They said they will send a technician, and that was in May.'],
    ['pitch', "rep: We'll transform your kitchen and our ovens will save you hours."],
    ['something on the call', "rep: I'll show you the dashboard and I'll be quick."],
    ['a habit', "rep: We'll send the report within the hour, usually."],
    ['a pleasantry', "rep: I'll talk to you soon, take care."],
  ])('%s', (_, line) => given(line).expects());
  it('a promise taken back', () =>
    given(
      "rep: I'll send the leasing offer tomorrow.",
      'prospect: Please hold off on the leasing offer for now.',
    ).expects());
});

describe('a day that was said for something else', () => {
  it('counts where the promise points back to it', () =>
    given('rep: Give me till the end of the week.', "prospect: Done. I'll send you the signed form by then.").expects(
      'prospect | Send the rep the signed form | 2024-06-14',
    ));
  it('is over before "before that"', () =>
    given(
      "prospect: The demo for the board is on the twentieth. And I'll brief our director on the figures before that.",
    ).expects('prospect | Brief the director on the figures | 2024-06-19'));
  it('is the day of what is brought along to a visit', () =>
    given('prospect: Would Saturday suit you?', "rep: Eleven on Saturday. I'll bring the tape measure.").expects(
      'rep | Bring the tape measure | 2024-06-15',
    ));
  it('does not move a promise when it answers another day', () =>
    given(
      "prospect: I'll send the list of sites by end of next week.",
      'rep: Great. She suggested July 4th for the kickoff.',
      'prospect: The week after?',
    ).expects('prospect | Send the list of sites | 2024-06-21'));
});

describe('one matter in two sentences', () => {
  it('the second says where and when it arrives', () =>
    given("rep: I'll put the offer in writing for you. It'll be in your email tonight.").expects(
      'rep | Put the offer in writing | 2024-06-12',
    ));
  it('the second says to whom it goes, too', () =>
    given(
      "rep: I'll email you the confirmation tomorrow.",
      'prospect: Perfect, send it to our privacy officer too.',
      "rep: I'll copy her.",
    ).expects('rep | Email the prospect the confirmation | 2024-06-13'));
});

it.each([
  ["rep: I'll throw in the delivery for you."],
  ["rep: I'll knock two hundred pounds off."],
  ['rep: Good afternoon, how may I direct your call?'],
  ['prospect: That I can work with.'],
  ['prospect: We will stay with the paper forms, it is not for us.'],
])('%s: terms and courtesies are nothing to do', (line) => given(line).expects());

it('an object left out is filled in from what was said before', async () => {
  const [item] = await commitmentsOf(
    call('prospect: What about the maintenance contract?', 'rep: I will send it on Monday.'),
  );
  expect(item).toMatchObject({
    description: 'Send the maintenance contract',
    said: expect.arrayContaining(['What about the maintenance contract?']),
  });
});

it('swapping the speakers swaps the owners and nothing else', async () => {
  const input = call(
    'rep: Could you send me the drawings by Friday?',
    "prospect: Sure. And I'll ask my boss about the budget.",
    "rep: Great, I'll book the site visit for next Tuesday.",
    'prospect: Please send me the invoice.',
    'rep: Will do.',
    'rep: Should I send you a sample?',
    'prospect: No, no need to.',
  );
  const other = { rep: 'prospect', prospect: 'rep' } as const;
  const original = await commitmentsOf(input);
  expect(original.length).toBe(4);
  expect(await commitmentsOf(swapped(input))).toEqual(
    original.map((item) => ({
      ...item,
      owner: other[item.owner],
      description: item.description.replace(/\b(?:rep|prospect)\b/g, (side) => other[side as 'rep' | 'prospect']),
    })),
  );
});
