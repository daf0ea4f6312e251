import { withCapitals } from './wording.ts';

describe('a text of a recorder without capitals', () => {
  it.each([
    ['Hold the hall till the end of january', 'Hold the hall till the end of January'],
    ['The rep will start on monday, in march', 'The rep will start on Monday, in March'],
    ['Twelve months from may first', 'Twelve months from May first'],
    ['Send the report in english', 'Send the report in English'],
  ])('named days, months and languages as things: %s', (said, written) => expect(withCapitals(said)).toBe(written));
  it.each([
    'They may march in the parade',
    'They may be late by twelve',
    'They object: “the gate opens on sunday”',
    'The sundayschool pays',
  ])('stays as it is: %s', (said) => expect(withCapitals(said)).toBe(said));
});
