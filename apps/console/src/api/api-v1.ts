import type { paths } from '@ci/client/browser';
import createClient from 'openapi-fetch';
import { csrfHeader } from './csrf.ts';

/**
 * The public API, by the session of the signed-in member: `answerOf(apiV1.GET('/calls', { params: { query }, signal }))`.
 * Throws ApiError.
 */
export const apiV1 = createClient<paths>({ baseUrl: '/console/api/v1' });

apiV1.use({
  onRequest: ({ request }) => {
    for (const [name, value] of Object.entries(csrfHeader(request.method))) request.headers.set(name, value);
    // A request that is sent twice has one effect.
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID());
    return request;
  },
});
