import type { EventMetadata } from '@ci/event-store';
import type { Caller } from '@ci/platform';
import type { FastifyRequest } from 'fastify';

const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** Who did it, by which request, in which trace. */
export function requestMetadata(request: FastifyRequest, caller: Caller): EventMetadata {
  const traceparent = request.headers['traceparent'];
  const traced = typeof traceparent === 'string' && TRACEPARENT.test(traceparent);
  return { actor: caller.actor, correlationId: request.id, ...(traced ? { traceparent } : {}) };
}
