import { isUtf8 } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import { DomainError, invalidRequest } from '@ci/domain';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_BODY_DEPTH } from '@ci/validation';
import { BodyRoom } from './body-room.ts';
import { isNestedDeeperThan } from './json-depth.ts';

/** The largest request body that is accepted. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

const JSON_TYPE = 'application/json';

// Kept beside the requests: the exact bytes are what an idempotency key is compared by.
const rawBodies = new WeakMap<object, Buffer>();

/** The bytes of a request's body as they arrived; undefined when there was none, or when a plugin consumed it as a stream. */
export function rawBodyOf(request: FastifyRequest): Buffer | undefined {
  return rawBodies.get(request);
}

/** The content types a route takes instead of JSON; with an asterisk on both sides of the slash, any. A body that is not JSON arrives as a Buffer. */
export const Consumes = (...contentTypes: readonly string[]): MethodDecorator =>
  RouteConfig({ consumes: contentTypes });

/** Reads bodies: JSON where nothing else is said, other types as bytes where a route asks for them, and 415 for the rest. */
export function parseBodies(instance: FastifyInstance): void {
  const parseJson = instance.getDefaultJsonParser('remove', 'remove');
  const settings = { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES } as const;
  const room = new BodyRoom(2 * MAX_BODY_BYTES);
  const answers = new WeakMap<FastifyRequest, ServerResponse>();
  const keep = async (request: FastifyRequest, body: Buffer): Promise<void> => {
    rawBodies.set(request, body);
    const answer = answers.get(request);
    if (answer !== undefined) await room.enter(body.length, answer);
  };
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(JSON_TYPE, settings, async (request: FastifyRequest, body: Buffer) => {
    await keep(request, body);
    // Routes that take no body are called with an empty one by clients that always name a content type. The others miss it themselves.
    if (body.length === 0) return undefined;
    if (!isUtf8(body)) throw notJson('is not UTF-8');
    if (isNestedDeeperThan(body, MAX_BODY_DEPTH))
      throw notJson(`must not be nested more than ${MAX_BODY_DEPTH} levels deep`);
    return new Promise((resolve, reject) => {
      void parseJson(request, body.toString('utf8'), (error, value) => {
        if (error === null) resolve(value);
        else reject(notJson('is not valid JSON'));
      });
    });
  });
  instance.addContentTypeParser('*', settings, async (request: FastifyRequest, body: Buffer) => {
    await keep(request, body);
    return body;
  });
  instance.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) answers.set(request, reply.raw);
    done(refusedType(request));
  });
}

/** Leaves bodies unread, for a gateway that passes them on. What says beforehand that it is too large is refused. */
export function streamBodies(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  instance.addHook('preParsing', (request, _reply, _payload, done) => {
    done(Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES ? new DomainError('payload_too_large') : null);
  });
}

function refusedType(request: FastifyRequest): DomainError | undefined {
  if (request.method === 'GET' || request.method === 'HEAD' || !hasBody(request)) return undefined;
  const coding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding !== 'identity') {
    return new DomainError('unsupported_media_type', 'The request body must not have a Content-Encoding.');
  }
  const accepted = (request.routeOptions.config as { consumes?: readonly string[] }).consumes ?? [JSON_TYPE];
  const given = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (accepted.includes('*/*') || accepted.includes(given)) return undefined;
  return new DomainError('unsupported_media_type', `The request body must be ${accepted.join(', ')}.`);
}

function hasBody(request: FastifyRequest): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function notJson(problem: string): DomainError {
  return invalidRequest([{ field: 'body', message: problem }]);
}
