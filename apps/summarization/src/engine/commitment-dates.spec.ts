import { call } from './call.fixture.ts';
import { findCommitments } from './commitments.ts';
import { understood } from '../../test/embedded-engine.ts';

/** given(lines).expects('owner date'): for whose deed which day was said, on Wednesday 12 June 2024. */
function given(...lines: readonly string[]) {
  return {
    expects: async (...items: readonly string[]) => {
      const input = call(...lines);
      const found = findCommitments(await understood(input), input.startedAt, input.timezone);
      expect(found.map(({ owner, due }) => `${owner} ${due ?? '-'}`)).toEqual(items);
    },
  };
}

describe('asked for the day', () => {
  it('the answer is for what was asked about, not for what was spoken of last', () =>
    given(
      "rep: I'll price the two gates for you.",
      'prospect: Lovely. And the brochure?',
      "rep: I'll email you the brochure tonight.",
      'prospect: Great, and when do I get the price for the gates?',
      'rep: Give me till the end of next week.',
    ).expects('rep 2024-06-21', 'rep 2024-06-12'));
  it('"it\'ll go out tonight" is no second promise', () =>
    given(
      "rep: I'll put a sample in the post for you.",
      'prospect: When would I get it?',
      "rep: It'll go out first class tonight.",
    ).expects('rep 2024-06-12'));
  it('what something else begins on is not when it is due', () =>
    given(
      "rep: I'll send you the agreement tonight.",
      'prospect: And when would you be starting?',
      'rep: On the twenty-fifth.',
    ).expects('rep 2024-06-12'));
});

describe('the other side sets the day', () => {
  it('"do it by Monday if you can"', () =>
    given("rep: I'll send you the order form.", 'prospect: Do it by Monday if you can.', 'rep: You got it.').expects(
      'rep 2024-06-17',
    ));
  it('because somebody wants it by then', () =>
    given(
      "rep: I'll email the certificate through as well.",
      'prospect: Yeah, the landlord wants it by the end of the month.',
    ).expects('rep 2024-06-30'));
});

describe('said back at the end', () => {
  it('each has its own day', () =>
    given(
      "rep: I'll send you the contract.",
      'prospect: Lovely.',
      "rep: And I'll get you two samples.",
      'prospect: Good.',
      'rep: So the samples on Friday. The contract today.',
    ).expects('rep 2024-06-12', 'rep 2024-06-14'));
  it('a day of the month is of the month that was said for it', () =>
    given(
      "rep: You'll have the certificate by the twentieth of June.",
      'prospect: Good. The committee meets on the sixteenth of July.',
      'rep: I see.',
      'prospect: It takes a while.',
      'rep: The certificate by the twentieth.',
    ).expects('rep 2024-06-20'));
});

describe('a day for something else', () => {
  it('said in the same breath by the other side', () =>
    given(
      "prospect: I'll scan the estimate on Monday.",
      'rep: Monday the seventeenth is great. The committee sits again on Thursday the twentieth.',
    ).expects('prospect 2024-06-17'));
  it('the thing is named first', () =>
    given("rep: I'll send you the contract on Monday.", 'prospect: Good. The audit is Friday.').expects(
      'rep 2024-06-17',
    ));
});

describe('another day instead', () => {
  it('the day that was promised is a holiday', () =>
    given(
      "rep: I'll have the certificate over to you by tomorrow. No, hang on, tomorrow's a holiday, we're closed.",
      'prospect: Is it?',
      "rep: It is for us. I'd have to say Tuesday, so the eighteenth.",
    ).expects('rep 2024-06-18'));
  it('a no, and a day that suits', () =>
    given(
      'rep: I can call by on Friday and look at it.',
      "prospect: Friday I'm not there. Monday's better.",
      'rep: Monday it is.',
    ).expects('rep 2024-06-17'));
  it('the side that asked names it after a no', () =>
    given(
      'rep: Our fitters could be there on Tuesday the eighteenth.',
      "prospect: No, we're closed that day.",
      'rep: Wednesday the nineteenth, then.',
      'prospect: Perfect.',
    ).expects('rep 2024-06-19'));
});

describe('days of other promises', () => {
  it('"to the same email" is when that one goes', () =>
    given(
      "rep: I'll write it up and email it tonight.",
      'prospect: And send me your insurance certificate, would you?',
      "rep: Yep, I'll attach that to the same email.",
    ).expects('rep 2024-06-12', 'rep 2024-06-12'));
  it('"when she\'s back" is the day of her return', () =>
    given("prospect: She's in Oslo this week, back on the twentieth. I'll ask her when she's back.").expects(
      'prospect 2024-06-20',
    ));
  it('until when an offer is extended is not when that is done', () =>
    given("rep: I'll extend the quote to the end of August.").expects('rep -'));
  it('"you\'ll get it on Monday" is about what its sentence names', () =>
    given(
      'rep: Could you send me the supplier form?',
      "prospect: Sure, I'll send the supplier form tomorrow.",
      "rep: Great, and I'll book the room.",
      "prospect: Thanks. I'll brief my director on the figures. The supplier form is with a colleague, so you'll get it on Monday.",
    ).expects('prospect 2024-06-17', 'rep -', 'prospect -'));
});

describe('what counts as a yes or a promise', () => {
  it('"yes, I can send you that" is what was asked for', () =>
    given(
      'rep: Could you send me your feedback in writing?',
      'prospect: Yes, I can send you the scoring sheet.',
      'rep: That would be really helpful.',
    ).expects('prospect -'));
  it("a deed of one's own is no yes to an offer", () =>
    given('rep: Shall I send you a sample?', "prospect: I'll ask my partner about the colour tomorrow.").expects(
      'prospect 2024-06-13',
    ));
  it.each([["rep: If he doesn't ring back I'll measure it myself on Friday."], ["rep: Okay, I'll leave it with you."]])(
    '%s',
    (line) => given(line).expects(),
  );
});
