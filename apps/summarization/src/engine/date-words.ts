/** The words of dates: as pieces of patterns, and as numbers. */
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const units = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(
  ' ',
);
const cardinals = new Map<string, number>([
  ...units.map((word, index) => [word, index] as const),
  ...([
    ['a', 1],
    ['an', 1],
    ['sixteen', 16],
    ['twenty', 20],
    ['twenty-four', 24],
    ['twenty four', 24],
    ['thirty', 30],
    ['forty-eight', 48],
    ['forty eight', 48],
    ['forty-five', 45],
    ['sixty', 60],
    ['ninety', 90],
    ['a couple of', 2],
    ['a couple', 2],
    ['couple of', 2],
    ['couple', 2],
    ['a few', 3],
    ['few', 3],
  ] as const),
]);
const ordinalUnits = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ');
const ordinals = new Map<string, number>([
  ...ordinalUnits.map((word, index) => [word, index + 1] as const),
  ...'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
    .split(' ')
    .map((word, index) => [word, index + 10] as const),
  ...ordinalUnits.flatMap((word, index) => [
    [`twenty-${word}`, index + 21] as const,
    [`twenty ${word}`, index + 21] as const,
  ]),
  ['thirtieth', 30],
  ['thirty-first', 31],
  ['thirty first', 31],
]);

const longestFirst = (words: Iterable<string>) =>
  [...words].sort((left, right) => right.length - left.length).join('|');

export const weekdayPattern =
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues|tue|weds|wed|thurs|thur|thu|fri|sat|sun';
export const monthPattern =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec';
export const countPattern = `\\d{1,3}|${longestFirst(cardinals.keys())}`;
export const ordinalWordPattern = longestFirst(ordinals.keys());

export function weekdayIndex(word: string): number {
  return weekdays.findIndex((name) => name.startsWith(word.slice(0, 3)));
}

/** 1 is January. */
export function monthNumber(word: string): number {
  return months.findIndex((name) => name.startsWith(word.slice(0, 3))) + 1;
}

export function countOf(word: string): number {
  return cardinals.get(word) ?? Number(word);
}

export function ordinalOf(word: string): number {
  return ordinals.get(word) ?? Number.parseInt(word, 10);
}
