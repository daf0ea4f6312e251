import type { IncomingHttpHeaders } from 'node:http';

/** Of one connection (RFC 9110, 7.6.1), of this system's inside, or set by the gateway itself. */
const keptBack =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|server|date|via|x-powered-by|x-call-unknown|x-call-known|x-internal-.*|x-request-id|ratelimit|ratelimit-policy|set-cookie)$/;

/** The headers of a service's answer that the client sees. */
export function publicHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const ofConnection = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || keptBack.test(name) || ofConnection.includes(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}
