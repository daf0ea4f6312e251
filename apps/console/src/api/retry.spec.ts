import { ApiError } from '@ci/client/browser';
import { pauseBeforeRetry, worthRetrying } from './retry.ts';

const limited = new ApiError(429, undefined, new Headers({ 'retry-after': '7' }));

describe('reading once more', () => {
  it.each([limited, new ApiError(503, undefined), new TypeError('Failed to fetch')])(
    'is worth it after %s',
    (error) => {
      expect(worthRetrying(0, error)).toBe(true);
      expect(worthRetrying(1, error)).toBe(true);
      expect(worthRetrying(2, error)).toBe(false);
    },
  );

  it.each([new ApiError(404, undefined), new ApiError(500, undefined), new Error('a bug')])(
    'is not worth it after %s',
    (error) => {
      expect(worthRetrying(0, error)).toBe(false);
    },
  );

  it('waits as long as the answer asks for, else longer each time', () => {
    expect(pauseBeforeRetry(0, limited)).toBe(7_000);
    expect([0, 1, 2].map((failures) => pauseBeforeRetry(failures, new ApiError(503, undefined)))).toEqual([
      500, 1_000, 2_000,
    ]);
  });

  it('is never more than half a minute away', () => {
    expect(pauseBeforeRetry(0, new ApiError(503, undefined, new Headers({ 'retry-after': '3600' })))).toBe(30_000);
  });
});
