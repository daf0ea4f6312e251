import type { IncomingHttpHeaders } from 'node:http';
import { newId } from '@ci/ids';

/** The header that names a request, in answers and from hop to hop. */
export const REQUEST_ID_HEADER = 'x-request-id';

const SAFE_REQUEST_ID = /^[A-Za-z0-9_.-]{1,128}$/;

/** The id of a request: the one a trusted hop gave it, else a new one. */
export function requestIdFrom(headers: IncomingHttpHeaders, trusted: boolean): string {
  const given = headers[REQUEST_ID_HEADER];
  return trusted && typeof given === 'string' && SAFE_REQUEST_ID.test(given) ? given : newId('req');
}
