import { tellsOtherOutcome } from './told-outcome.ts';

it.each([
  'The prospect agreed to buy forty licenses.',
  'The prospect accepted the offer of 4,500 a year.',
  'Jo Miles signed the contract on the call.',
  'The deal is won.',
])('a call that stays open is not told as sold: %s', (text) => {
  expect([tellsOtherOutcome(text, 'follow_up'), tellsOtherOutcome(text, 'lost')]).toEqual([true, true]);
  expect(tellsOtherOutcome(text, 'won')).toBe(false);
});

it.each(['The prospect declined the offer.', 'They decided not to buy.', 'She gave a clear no.'])(
  'nor as refused: %s',
  (text) => {
    expect(tellsOtherOutcome(text, 'follow_up')).toBe(true);
    expect(tellsOtherOutcome(text, 'lost')).toBe(false);
  },
);

it.each([
  'The prospect has not signed the contract yet.',
  'Once they have signed the contract, setup takes a week.',
  'The prospect gave a clear no to a second visit.',
  'They agreed on a call on Tuesday.',
  'They signed with another vendor.',
])('what is no word on the whole offer is told: %s', (text) => {
  expect(tellsOtherOutcome(text, 'follow_up')).toBe(false);
});
