import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The headers that a service gets. All others are dropped: no client can send a header in the gateway's name. */
const forwarded = [
  'accept',
  'accept-language',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'prefer',
  'tracestate',
  'user-agent',
] as const;

const aboutBody: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
]);

/** The headers of the request as a service gets it, without token and id. */
export function forwardedHeaders(headers: IncomingHttpHeaders, hasBody: boolean): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of forwarded) {
    const value = headers[name];
    if (value === undefined || (!hasBody && aboutBody.has(name))) continue;
    kept[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return kept;
}

/** A caller's trace goes on under a span of our own; without one a new trace begins. */
export function traceparentOf(headers: IncomingHttpHeaders, random: (bytes: number) => string = randomHex): string {
  const given = headers['traceparent'];
  const [, trace, flags] = (typeof given === 'string' ? shape.exec(given) : null) ?? [];
  if (trace === undefined || flags === undefined || /^0+$/.test(trace)) return `00-${random(16)}-${random(8)}-01`;
  return `00-${trace}-${random(8)}-${flags}`;
}

const shape = /^00-([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;

/** Drawn some hundred at a time: to ask the system for eight bytes takes as long as to ask for thousands. */
const pool = Buffer.alloc(4_096);
let drawn = pool.length;

function randomHex(bytes: number): string {
  if (drawn + bytes > pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += bytes;
  return pool.toString('hex', drawn - bytes, drawn);
}
