import { ApiError } from '@ci/client/browser';
import { QueryClient } from '@tanstack/react-query';
import { followSession, sessionKey } from './session-ended.ts';

const signedIn = { session: { member: { id: 'mem_1' } } };
let queries: QueryClient;

beforeEach(() => {
  queries = new QueryClient();
  queries.setQueryData(sessionKey, signedIn);
});

afterEach(() => queries.clear());

describe('a failure of any request', () => {
  it('ends the session when it is a 401', () => {
    followSession(queries, new ApiError(401, undefined));
    expect(queries.getQueryData(sessionKey)).toEqual({ session: null });
  });

  it('has the session read again when it is a 403', () => {
    followSession(queries, new ApiError(403, undefined));
    expect(queries.getQueryState(sessionKey)?.isInvalidated).toBe(true);
    expect(queries.getQueryData(sessionKey)).toEqual(signedIn);
  });

  it.each([new ApiError(404, undefined), new ApiError(503, undefined), new TypeError('Failed to fetch')])(
    'leaves the session alone otherwise: %s',
    (error) => {
      followSession(queries, error);
      expect(queries.getQueryData(sessionKey)).toEqual(signedIn);
      expect(queries.getQueryState(sessionKey)?.isInvalidated).toBe(false);
    },
  );

  it('ends nothing where nobody is signed in, as with a wrong password', () => {
    queries.setQueryData(sessionKey, { session: null });
    followSession(queries, new ApiError(401, undefined));
    expect(queries.getQueryData(sessionKey)).toEqual({ session: null });
  });
});
