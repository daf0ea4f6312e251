import { findDueDate, resolveDueDate } from './due-date.ts';

type Row = readonly [phrase: string, expected: string | null];

/** Wednesday 12 June 2024, three in the afternoon in Madrid. */
const wednesday = new Date('2024-06-12T13:00:00Z');

describe('resolveDueDate, said on Wednesday 12 June 2024', () => {
  const rows: readonly Row[] = [
    // weekdays
    ['Thursday', '2024-06-13'],
    ['by Thursday', '2024-06-13'],
    ['this Friday', '2024-06-14'],
    ['Wednesday', '2024-06-19'],
    ['this Wednesday', '2024-06-19'],
    ['on Tuesday morning', '2024-06-18'],
    ['next Friday', '2024-06-21'],
    ['by next Thursday', '2024-06-20'],
    ['next Monday', '2024-06-17'],
    ['Tuesday next week', '2024-06-18'],
    ['next week, on Thursday', '2024-06-20'],
    ['Friday week', '2024-06-21'],
    ['a week on Friday', '2024-06-21'],
    ['a week from Monday', '2024-06-24'],
    ['Friday the 28th', '2024-06-28'],
    ['by Thurs', '2024-06-13'],
    ['Fri', '2024-06-14'],
    // days of the month
    ['the ninth', '2024-07-09'],
    ['the 9th', '2024-07-09'],
    ['by the fifteenth', '2024-06-15'],
    ['the twentieth it is', '2024-06-20'],
    ['the 31st', '2024-07-31'],
    ['the 1st of next month', '2024-07-01'],
    ['3 July', '2024-07-03'],
    ['July 3rd', '2024-07-03'],
    ['the third of July', '2024-07-03'],
    ['twenty-first of June', '2024-06-21'],
    ['15/07', '2024-07-15'],
    ['05/07/2024', '2024-07-05'],
    ['2024-08-01', '2024-08-01'],
    ['2 January', '2025-01-02'],
    ['29 February', '2028-02-29'],
    // near days
    ['today', '2024-06-12'],
    ['tonight', '2024-06-12'],
    ['now', '2024-06-12'],
    ['end of day', '2024-06-12'],
    ['by EOD', '2024-06-12'],
    ['by close of business', '2024-06-12'],
    ['in the next hour', '2024-06-12'],
    ['by 5pm', '2024-06-12'],
    ['tomorrow', '2024-06-13'],
    ['first thing tomorrow', '2024-06-13'],
    ['by noon tomorrow', '2024-06-13'],
    ['the day after tomorrow', '2024-06-14'],
    ['a week tomorrow', '2024-06-20'],
    // ends of periods
    ['end of the week', '2024-06-14'],
    ['EOW', '2024-06-14'],
    ['end of next week', '2024-06-21'],
    ['end of the month', '2024-06-30'],
    ['EOM', '2024-06-30'],
    ['end of next month', '2024-07-31'],
    ['end of the quarter', '2024-06-30'],
    ['end of next quarter', '2024-09-30'],
    ['end of Q3', '2024-09-30'],
    ['end of Q1', '2025-03-31'],
    ['end of the year', '2024-12-31'],
    ['end of August', '2024-08-31'],
    // counted
    ['in three days', '2024-06-15'],
    ['in a couple of weeks', '2024-06-26'],
    ['within a fortnight', '2024-06-26'],
    ['in two to three weeks', '2024-07-03'],
    ['in a month', '2024-07-12'],
    ['within 48 hours', '2024-06-14'],
    ['in two working days', '2024-06-14'],
    ['within three business days', '2024-06-17'],
    ['next working day', '2024-06-13'],
    ['a week from today', '2024-06-19'],
    // before
    ['before Friday', '2024-06-13'],
    ['before the 20th', '2024-06-19'],
    ['before 3 July', '2024-07-02'],
    ['before tomorrow', '2024-06-12'],
    // corrections and several dates
    ['Friday, no, Thursday', '2024-06-13'],
    ["the notes of Monday's meeting by Friday", '2024-06-14'],
    ['tomorrow, so you have it for Monday', '2024-06-13'],
  ];
  it.each(rows)('%s → %s', (phrase, expected) => {
    expect(resolveDueDate(phrase, wednesday, 'Europe/Madrid')).toBe(expected);
  });
});

describe('what names no date', () => {
  it.each([
    'soon',
    'as soon as possible',
    'after the holidays',
    'in the new year',
    'we may need it',
    'march ahead',
    'twelve vans',
    '45 days',
    'a 90-day trial',
    'the first call',
    'the second quarter',
    'on the 12th floor',
    '24/7',
    'last Friday',
    'two weeks ago',
    'yesterday',
    'on Mondays',
    '30 February',
    '1 May 2023',
    'version 3.5',
    'half past two',
    'we sat down',
    '',
  ])('%s', (phrase) => expect(resolveDueDate(phrase, wednesday, 'Europe/Madrid')).toBeNull());
});

describe('spans: a day inside them', () => {
  it.each([
    ['early next week', '2024-06-17', '2024-06-19'],
    ['mid next week', '2024-06-18', '2024-06-20'],
    ['the back end of next week', '2024-06-20', '2024-06-21'],
    ['late next week', '2024-06-20', '2024-06-21'],
    ['sometime next week', '2024-06-17', '2024-06-21'],
    ['early the week after', '2024-06-24', '2024-06-26'],
    ['the week after next', '2024-06-24', '2024-06-28'],
    ['in July', '2024-07-01', '2024-07-31'],
    ['mid-July', '2024-07-10', '2024-07-20'],
    ['next month', '2024-07-01', '2024-07-31'],
    ['over the weekend', '2024-06-15', '2024-06-16'],
  ])('%s is between %s and %s', (phrase, from, to) => {
    const date = resolveDueDate(phrase, wednesday, 'Europe/Madrid') ?? '';
    expect(date >= from && date <= to).toBe(true);
  });
});

describe('edges of the calendar', () => {
  it.each([
    ['31 December: tomorrow', '2024-12-31T12:00:00Z', 'UTC', 'tomorrow', '2025-01-01'],
    ['year: next Friday', '2024-12-30T12:00:00Z', 'UTC', 'next Friday', '2025-01-10'],
    ['year: the second', '2024-12-30T12:00:00Z', 'UTC', 'by the second', '2025-01-02'],
    ['year: EOQ in December', '2024-12-30T12:00:00Z', 'UTC', 'EOQ', '2024-12-31'],
    ['month: in a month from 31 January', '2023-01-31T12:00:00Z', 'UTC', 'in a month', '2023-02-28'],
    ['leap day: tomorrow', '2024-02-28T12:00:00Z', 'UTC', 'tomorrow', '2024-02-29'],
    ['leap year: end of the month', '2024-02-10T12:00:00Z', 'UTC', 'end of the month', '2024-02-29'],
    ['no leap year: end of the month', '2023-02-10T12:00:00Z', 'UTC', 'end of the month', '2023-02-28'],
    ['the 31st in a short month', '2024-04-02T12:00:00Z', 'UTC', 'the 31st', '2024-05-31'],
    ['Friday: end of the week is today', '2024-06-14T12:00:00Z', 'UTC', 'end of the week', '2024-06-14'],
    ['Friday: Friday is a week later', '2024-06-14T12:00:00Z', 'UTC', 'Friday', '2024-06-21'],
    ['Saturday: end of the week is ahead', '2024-06-15T12:00:00Z', 'UTC', 'end of the week', '2024-06-21'],
    ['Friday: one working day', '2024-06-14T12:00:00Z', 'UTC', 'within one business day', '2024-06-17'],
    ['local date ahead of UTC', '2024-06-12T22:30:00Z', 'Asia/Tokyo', 'tomorrow', '2024-06-14'],
    ['local date behind UTC', '2024-06-13T02:30:00Z', 'America/Los_Angeles', 'tomorrow', '2024-06-13'],
    ['clocks go forward tonight', '2024-03-30T22:30:00Z', 'Europe/Paris', 'tomorrow', '2024-03-31'],
    ['24 hours over the lost hour', '2024-03-30T22:30:00Z', 'Europe/Paris', 'in 24 hours', '2024-04-01'],
    ['24 hours over the won hour', '2024-11-02T04:30:00Z', 'America/New_York', 'in 24 hours', '2024-11-03'],
    ['a week over the change', '2024-10-26T23:30:00Z', 'Europe/Berlin', 'in a week', '2024-11-03'],
  ])('%s', (_, saidAt, timezone, phrase, expected) => {
    expect(resolveDueDate(phrase, new Date(saidAt), timezone)).toBe(expected);
  });
});

it('tells where the date stands, with its preposition', () => {
  const sentence = "I'll send the drawings by next Tuesday at the latest";
  const mention = findDueDate(sentence, wednesday, 'UTC');
  expect(sentence.slice(mention?.start, mention?.end)).toBe('by next Tuesday');
});
