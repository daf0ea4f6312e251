import { DatesSaid } from './dates-said.ts';
import type { Sentence } from './dialogue.ts';
import { findDueDate, resolveDueDate } from './due-date.ts';

/** Wednesday 12 June 2024. */
const wednesday = new Date('2024-06-12T13:00:00Z');
const resolved = (phrase: string) => resolveDueDate(phrase, wednesday, 'Europe/Madrid');

describe('a day that counts from another one in the same words', () => {
  it.each([
    ['the painters come on the fourth of July, so it has to be dry the Monday before', '2024-07-01'],
    ['two days before the twentieth', '2024-06-18'],
    ['a week before 3 July', '2024-06-26'],
    ['the day before the eighteenth', '2024-06-17'],
    ['the Thursday before the first of July', '2024-06-27'],
    ['a week after the seventeenth', '2024-06-24'],
    ['we fit it on the twentieth and you get the report the Tuesday after', '2024-06-25'],
    ['we meet on the eighteenth and I write to you the day after', '2024-06-19'],
    ['it starts on the first of July and we look at it again two weeks later', '2024-07-15'],
    ['tomorrow or the day after', '2024-06-13'],
  ])('%s → %s', (phrase, expected) => expect(resolved(phrase)).toBe(expected));

  it('without a day to count from it is what it was', () => {
    expect(resolved('the day after')).toBeNull();
    expect(resolved('the Tuesday after')).toBe('2024-06-18');
  });
});

describe('before something on a day', () => {
  it.each([
    ['before you fly out on the 21st', '2024-06-20'],
    ['before the school closes on the fifth of July', '2024-07-04'],
    ['before he goes on leave on Monday', '2024-06-16'],
    ['before I leave on Friday', '2024-06-14'],
    ['before lunch on Friday', '2024-06-14'],
  ])('%s → %s', (phrase, expected) => expect(resolved(phrase)).toBe(expected));
});

describe('what only says which day it is', () => {
  it.each([
    "tomorrow's Thursday",
    "that's a Friday",
    'isn’t that a Monday?',
    'I rang him on Monday',
    'payable within 30 days',
  ])('%s', (phrase) => expect(resolved(phrase)).toBeNull());
});

it.each([
  ['this time next week', '2024-06-19'],
  ['give me a fortnight', '2024-06-26'],
  ['give us till Monday', '2024-06-17'],
  ['midweek next week', '2024-06-19'],
  ['before the year is out', '2024-12-31'],
])('%s → %s', (phrase, expected) => expect(resolved(phrase)).toBe(expected));

it('the day may have been named in an earlier sentence', () => {
  expect(findDueDate('the Friday before', wednesday, 'UTC', '2024-07-10')?.date).toBe('2024-07-05');
  expect(findDueDate('the following Monday', wednesday, 'UTC', '2024-07-10')?.date).toBe('2024-07-15');
  expect(findDueDate('that Thursday', wednesday, 'UTC', '2024-07-10')?.date).toBe('2024-07-11');
});

describe('over several sentences', () => {
  /** What the last line means after the others, one turn each. */
  function lastOf(...lines: readonly string[]) {
    const dates = new DatesSaid(wednesday, 'Europe/Madrid');
    for (const [turn, text] of lines.slice(0, -1).entries()) dates.hear({ text, turn } as Sentence);
    return dates.dateIn(lines.at(-1) ?? '')?.date;
  }

  it('a weekday in place of a day of another week is in that week', () =>
    expect(lastOf('shall we say the third of july?', 'thursday would be better')).toBe('2024-07-04'));
  it('but a promise for a weekday is for the next one', () =>
    expect(lastOf('we start on the third of july', "i'll send you the plan on thursday")).toBe('2024-06-13'));
  it('a bare day of the month lies in the month that is spoken of', () =>
    expect(lastOf('the committee meets on the fourteenth of august', "i'll ring you on the fifteenth")).toBe(
      '2024-08-15',
    ));
  it('unless the next such day is nearer to it', () =>
    expect(lastOf('we change over on the first of july', 'we need them by the twenty-eighth')).toBe('2024-06-28'));
  it('a weekday after the day before it', () =>
    expect(lastOf('the survey is on the first of july', 'then you have the report the friday after')).toBe(
      '2024-07-05',
    ));
});
