import { runs } from '@ci/testing/property-runs';
import fc from 'fast-check';
import { countingSteps } from '../../test/regexp-steps.ts';
import { findDueDate, resolveDueDate } from './due-date.ts';

/** Wednesday 12 June 2024. */
const wednesday = new Date('2024-06-12T13:00:00Z');

/** Words of the grammar of dates that count from another date, before it and behind it, and dates that they may count from. */
const tokens = [
  'day from',
  '1 day from',
  'the day before',
  'the day after',
  'two weeks later',
  'that mon',
  'that same week',
  'a week after next',
  'the following friday',
  'the tuesday before',
  'three days ahead of',
  'before our next meeting on',
  'not by',
  'by',
  'or',
  'monday',
  'the 20th',
  'on the fourth of july',
  'the end of next week',
];
const sentences = fc
  .record({
    // Few tokens that return, or many mixed.
    words: fc.array(fc.constantFrom(...tokens), { minLength: 1, maxLength: 12 }),
    last: fc.constantFrom('monday', 'the 20th', '', '.', ', at the latest'),
  })
  .map(({ words, last }) => (length: number) => {
    const round = `${words.join(' ')} `;
    // Whole rounds: a cut inside of one makes another date of the last words, and another amount of work.
    return `${round.repeat(Math.ceil(length / round.length))}${last}`;
  });

const stepsFor = async (text: string) =>
  (await countingSteps(() => findDueDate(text, wednesday, 'UTC', '2024-07-10'))).steps;

it('“1 day from 1 day from … monday” does not take twice as long with each repetition', async () => {
  const phrase = (times: number) => `${'1 day from '.repeat(times)}monday`;
  expect(await stepsFor(phrase(8))).toBeLessThan(3 * (await stepsFor(phrase(4))));
  expect(await stepsFor(phrase(40))).toBeLessThan(5 * (await stepsFor(phrase(10))));
  expect(resolveDueDate(phrase(10), wednesday, 'UTC')).toBe('2024-06-27');
});

it(
  'a sentence of whatever words of dates is read in steps that grow with its length alone',
  () =>
    fc.assert(
      fc.asyncProperty(sentences, async (sentence) => {
        const [short, long] = [sentence(400), sentence(1_600)];
        // Twice where a day counts from another; it would be four times if the work were quadratic.
        expect((await stepsFor(long)) / long.length).toBeLessThan((3 * (await stepsFor(short))) / short.length);
      }),
      { numRuns: runs(8) },
    ),
  180_000,
);

it.each(['1 day from ', 'the day before ', 'that mon a week after next or '])(
  'a sentence of thousands of characters, too: %s',
  async (round) => {
    const text = (length: number) => round.repeat(Math.ceil(length / round.length)).slice(0, length);
    const [short, long] = [400, runs(10_000)];
    expect(await stepsFor(text(long))).toBeLessThan(1.5 * (long / short) * (await stepsFor(text(short))));
  },
  180_000,
);
