import fc from 'fast-check';
import type { AttemptResult } from './attempt-result.ts';
import { decideRetry, retryScheduleMs } from './retry-decision.ts';

const now = new Date('2026-11-21T09:00:00.000Z');
const answered = (statusCode: number, retryAfter: string | null = null): AttemptResult => ({
  statusCode,
  error: statusCode >= 200 && statusCode < 300 ? null : `The endpoint answered ${statusCode}.`,
  responseBody: '',
  retryAfter,
});
const unanswered: AttemptResult = {
  statusCode: null,
  error: 'The connection was refused.',
  responseBody: null,
  retryAfter: null,
};

const waitOf = (result: AttemptResult, failures: number, random: number): number | string => {
  const decision = decideRetry(result, { failures, now, random });
  return decision.kind === 'retry' ? decision.at.getTime() - now.getTime() : decision.kind;
};

describe('the schedule', () => {
  const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

  it.each(seconds.map((wait, index) => [index + 1, wait]))('after failure %i waits %i s', (failures, wait) => {
    expect(waitOf(answered(500), failures, 0.5)).toBe(wait * 1000);
    expect(waitOf(unanswered, failures, 0.5)).toBe(wait * 1000);
  });

  it.each(seconds.map((wait, index) => [index + 1, wait]))(
    'after failure %i stays within 10 %% of %i s',
    (failures, wait) => {
      expect(waitOf(answered(500), failures, 0)).toBe(wait * 900);
      fc.assert(
        fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
          const waited = waitOf(unanswered, failures, random);
          return typeof waited === 'number' && waited >= wait * 900 && waited <= wait * 1100;
        }),
      );
    },
  );

  it('makes eight attempts over a bit more than a day and then gives up', () => {
    expect(retryScheduleMs).toHaveLength(7);
    expect(waitOf(answered(500), 8, 0.5)).toBe('exhausted');
    expect(waitOf(unanswered, 9, 0.5)).toBe('exhausted');
    expect(retryScheduleMs.reduce((sum, wait) => sum + wait, 0)).toBe((27 * 3600 + 35 * 60 + 5) * 1000);
  });
});

describe('what counts as success', () => {
  it.each([200, 201, 202, 204, 299])('%i does', (status) => {
    expect(waitOf(answered(status), 1, 0.5)).toBe('delivered');
  });

  it.each([100, 199, 300, 301, 302, 304, 307, 308, 400, 401, 404, 409, 422, 429, 500, 502, 503, 504])(
    '%i does not',
    (status) => {
      expect(waitOf(answered(status), 1, 0.5)).toBe(5_000);
    },
  );

  it('an answer whose body did not end in time does not, whatever its status says', () => {
    expect(waitOf({ ...answered(200), error: 'There was no complete answer within 15 seconds.' }, 1, 0.5)).toBe(5_000);
  });

  it('410 ends everything, at any failure', () => {
    expect([1, 5, 8].map((failures) => waitOf(answered(410), failures, 0.5))).toEqual(['gone', 'gone', 'gone']);
  });
});

describe('Retry-After', () => {
  it.each([429, 503])('of %i replaces the schedule, in seconds or as a date', (status) => {
    expect(waitOf(answered(status, '120'), 1, 0.5)).toBe(120_000);
    expect(waitOf(answered(status, ' 2 '), 1, 0.9)).toBe(2_000);
    expect(waitOf(answered(status, '600'), 2, 0.5)).toBe(600_000);
    expect(waitOf(answered(status, 'Sat, 21 Nov 2026 10:00:00 GMT'), 1, 0.5)).toBe(3_600_000);
  });

  it('never uses up the schedule before its time: after the first retry it only makes the wait longer', () => {
    expect(waitOf(answered(503, '1'), 1, 0.5)).toBe(1_000);
    for (const failures of [2, 3, 4, 5, 6, 7]) {
      expect(waitOf(answered(503, '1'), failures, 0.5)).toBe(retryScheduleMs[failures - 1]);
    }
  });

  it('is between a second and a day', () => {
    expect(waitOf(answered(503, '0'), 1, 0.5)).toBe(1_000);
    expect(waitOf(answered(503, 'Sat, 21 Nov 2020 10:00:00 GMT'), 1, 0.5)).toBe(1_000);
    expect(waitOf(answered(429, '999999999'), 1, 0.5)).toBe(24 * 3_600_000);
  });

  it.each(['soon', '-5', '1.5', '', '9999999999', '2026-11-21T10:00:00Z', 'Sat, 99 Nov 2026 10:00:00 GMT'])(
    '%p is ignored',
    (text) => {
      expect(waitOf(answered(503, text), 2, 0.5)).toBe(300_000);
    },
  );

  it('of any other status is ignored', () => {
    expect(waitOf(answered(500, '120'), 1, 0.5)).toBe(5_000);
    expect(waitOf(answered(302, '120'), 1, 0.5)).toBe(5_000);
  });

  it('gives no attempt beyond the last', () => {
    expect(waitOf(answered(503, '1'), 8, 0.5)).toBe('exhausted');
  });
});
