import fc from 'fast-check';
import { types } from 'pg';
import { readTimestamp } from './fast-types.ts';

const byPg = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => unknown;
const number = (max: number, digits = 2) =>
  fc.integer({ min: 0, max }).map((value) => String(value).padStart(digits, '0'));

describe('a point in time from Postgres', () => {
  it('is what pg reads it as', () => {
    const time = fc.tuple(
      fc.integer({ min: 1, max: 12_000 }).map((year) => String(year).padStart(4, '0')),
      fc.date({ min: new Date('2024-01-01'), max: new Date('2024-12-31'), noInvalidDate: true }),
      number(23),
      number(59),
      number(59),
      fc.option(
        number(999_999, 6).map((digits) => `.${digits.replace(/0+$/, '') || '5'}`),
        { nil: '' },
      ),
      fc.constantFrom('+00', '+00', '+02', '-03:30', '+00 BC'),
    );
    const text = time.map(
      ([year, day, hour, minute, second, fraction, zone]) =>
        `${year}-${day.toISOString().slice(5, 10)} ${hour}:${minute}:${second}${fraction}${zone}`,
    );
    fc.assert(
      fc.property(text, (written) => {
        // 29 February of a year that has none is not written by Postgres.
        fc.pre(!/-02-29 /.test(written));
        // pg computes with fractions of a millisecond, and rounds them down like us.
        expect(readTimestamp(written)).toEqual(byPg(written));
      }),
    );
  });

  it('may be none that a calendar has', () => {
    expect([readTimestamp('infinity'), readTimestamp('-infinity')]).toEqual([Infinity, -Infinity]);
  });
});
