import { speakersOf, splitLabel } from './speaker-labels.ts';

describe('splitLabel', () => {
  it.each([
    ['Dana Reyes: hello', 'Dana Reyes', 'hello'],
    ['Webb, Marcus (Acme): a: b', 'Webb, Marcus (Acme)', 'a: b'],
    ["Paul  O'Leary :hello", null, null],
    ["Paul  O'Leary : hello", "Paul O'Leary", 'hello'],
    ['[SPEAKER_00]: hello', 'SPEAKER_00', 'hello'],
    ['李雷：你好', '李雷', '你好'],
    ['dana.reyes@northwind-analytics.example: hello', 'dana.reyes@northwind-analytics.example', 'hello'],
    ['+1 555-010-0199: hello', '+1 555-010-0199', 'hello'],
    ['Dana Reyes:', 'Dana Reyes', ''],
    ['see https://acme.example', null, null],
    ['at 10:30 then', null, null],
    ['12: hello', null, null],
    ['Really? Then: no', null, null],
    ['what I wanted to say to all of you is: no', null, null],
    [': hello', null, null],
    [`${'x'.repeat(120)}: hello`, null, null],
  ])('%j', (line, name, text) => {
    expect(splitLabel(line)).toEqual(name === null ? null : { name, text });
  });
});

describe('speakersOf', () => {
  it.each([
    'Dana Reyes',
    'Ludwig van Beethoven',
    'Speaker 1',
    'iPhone',
    'spk_0',
    '李雷',
    'María José',
    "D'Arcy",
    'dana@acme.example',
    'Tiago - Stakin',
  ])('takes %s for a name at its first use', (label) => {
    expect(speakersOf([label]).has(label)).toBe(true);
  });
  it.each(['One thing', 'Question', 'My question is', 'the price', 'Also', 'van'])(
    'does not take %s for a name',
    (label) => {
      expect(speakersOf([label]).has(label)).toBe(false);
    },
  );
  it('takes whatever is used again', () => {
    expect([...speakersOf(['dana', 'so it is', 'dana'])]).toEqual(['dana']);
  });
});
