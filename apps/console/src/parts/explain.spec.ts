import { ApiError } from '@ci/client/browser';
import { texts } from '../texts/texts.ts';
import { explain } from './explain.ts';

const { failures } = texts;

describe('a failure in words', () => {
  it('is what the API says, when the request was wrong', () => {
    const body = { error: { code: 'conflict', message: 'The address is taken.', request_id: 'req_1' } };
    expect(explain(new ApiError(409, body))).toEqual({
      title: failures.refused,
      hint: 'The address is taken.',
      reference: 'req_1',
    });
  });

  it('says how long to wait', () => {
    const error = new ApiError(429, undefined, new Headers({ 'retry-after': '12' }));
    expect(explain(error).hint).toBe(failures.tooMany.hint(12));
    expect(explain(error).hint).toContain('12 seconds');
    expect(explain(new ApiError(429, undefined)).hint).toBe(failures.tooMany.hint(undefined));
  });

  it('tells a member that only owners may do this', () => {
    expect(explain(new ApiError(403, undefined))).toMatchObject(failures.forbidden);
  });

  it('does not take a session that was begun anew for a missing right', () => {
    const error = new ApiError(403, { error: { code: 'session_changed', message: 'Reload the page.' } });
    expect(explain(error)).toMatchObject(failures.anotherSession);
  });

  it('tells a service that is away from one that is broken', () => {
    expect(explain(new ApiError(503, undefined))).toMatchObject(failures.away);
    expect(explain(new ApiError(500, undefined))).toMatchObject(failures.broken);
  });

  it('knows no answer, an outdated page, and what it does not know', () => {
    expect(explain(new TypeError('Failed to fetch'))).toEqual(failures.noAnswer);
    expect(explain(new TypeError('Failed to fetch dynamically imported module: x')).outdated).toBe(true);
    expect(explain(new Error('x is undefined'))).toEqual(failures.unknown);
  });
});
