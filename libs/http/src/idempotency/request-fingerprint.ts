import { createHash } from 'node:crypto';
import { invalidRequest } from '@ci/domain';
import type { FastifyRequest } from 'fastify';
import { rawBodyOf } from '../http/bodies.ts';
import { canonicalJson } from './canonical-json.ts';

/** What an idempotency key is bound to. */
export type IdempotentRequest = Pick<FastifyRequest, 'id' | 'method' | 'url' | 'headers' | 'body'>;

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/** The request's Idempotency-Key; undefined when it has none, a 400 when it is not 1 to 255 printable ASCII characters. */
export function idempotencyKeyOf(request: IdempotentRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  throw invalidRequest([{ field: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' }]);
}

/** A hash of what a request asks: its method, its path with the query, its body. The body counts as it arrived, where those bytes are known. */
export function requestFingerprint(request: IdempotentRequest, content?: string | Uint8Array): Buffer {
  const body = content ?? rawBodyOf(request as FastifyRequest) ?? canonicalJson(request.body);
  return createHash('sha256').update(`${request.method}\n${request.url}\n`).update(body).digest();
}
