import type { IncomingHttpHeaders } from 'node:http';

/** Of one connection (RFC 9110, 7.6.1), of this system's inside, or set by the gateway itself. */
const keptBack: ReadonlySet<string> = new Set([
  ...[
    'connection',
    'keep-alive',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'server',
    'date',
    'via',
    'x-powered-by',
  ],
  ...[
    'x-call-unknown',
    'x-call-known',
    'x-call-deleted',
    'x-request-id',
    'ratelimit',
    'ratelimit-policy',
    'set-cookie',
  ],
]);

/** The headers of a service's answer that the client sees. */
export function publicHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const { connection } = headers;
  const ofConnection =
    connection === undefined || connection === 'keep-alive'
      ? []
      : connection.split(',').map((name) => name.trim().toLowerCase());
  const shown: Record<string, string | string[]> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || keptBack.has(name) || ofConnection.includes(name)) continue;
    if (name.startsWith('proxy-') || name.startsWith('x-internal-')) continue;
    shown[name] = value;
  }
  return shown;
}
