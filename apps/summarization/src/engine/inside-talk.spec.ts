import { call } from './call.fixture.ts';
import { withoutInsideTalk } from './inside-talk.ts';

const heard = (...said: readonly string[]) => withoutInsideTalk(call(...said).segments).map(({ text }) => text);

it('what a colleague asks and a colleague promises is for nobody else, and was listed as a promise', () => {
  expect(
    heard(
      'prospect: That is fine with us. Tom, can you send me the rota when you are done?',
      'prospect: Sure, I’ll send it to you tonight.',
      'rep: Good.',
    ),
  ).toEqual(['That is fine with us. ', 'Good.']);
});

it('also without punctuation, and where the question is not the last word', () => {
  expect(heard('rep: can you bring me the projector', "rep: yes i'll bring it up")).toEqual(['']);
  expect(heard('rep: Priya, have you got it? I’ll need it on Monday.', 'rep: Yes, I’ll bring it up.')).toEqual(['']);
});

it.each([
  [['rep: So, are we good?', 'rep: We are doing it. I’ll issue a letter of award tomorrow.']],
  [['rep: Can you hear me?', 'rep: Sure. So the tenth, that is when it went.']],
  [['rep: Can you send it?', 'prospect: Sure, I’ll send it tonight.']],
  [['rep: Here is the offer.', 'rep: Yes, I’ll send it tonight.']],
])('one person who goes on, or the other side, is heard: %s', (said) => {
  expect(heard(...said)).toEqual(said.map((one) => one.replace(/^\w+: /, '')));
});

it('the end of a text is looked at, however long it is', () => {
  const long = 'and then '.repeat(20_000);
  expect(heard(`rep: ${long}can you bring it`, "rep: yes i'll bring it")).toHaveLength(1);
});
