import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * Gives every 200 to a GET or HEAD an ETag of its bytes, and answers 304 to an If-None-Match that names it. Errors and answers to writes
 * have none: there a match would hide what happened.
 */
export function answerConditionalRequests(instance: FastifyInstance): void {
  instance.addHook('onSend', async (request, reply, payload) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || reply.statusCode !== 200) return payload;
    const etag = etagOf(reply.getHeader('etag'), payload);
    if (etag === undefined) return payload;
    reply.header('etag', etag);
    if (!namesEtag(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    // Fastify takes the body off an answer to HEAD itself, and has to find one.
    return request.method === 'HEAD' ? payload : null;
  });
}

function etagOf(given: unknown, payload: unknown): string | undefined {
  if (typeof given === 'string') return given;
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined;
  return `"${hash('sha1', payload, 'base64url')}"`;
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2): `W/` on either side does not count. */
function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque);
}
