import type { EventMetadata } from '@ci/event-store';
import type { Caller } from '@ci/platform';
import type { FastifyRequest } from 'fastify';

/** Where an event of a request comes from: the key that acts, and the request's own ids. */
export function requestMetadata(request: Pick<FastifyRequest, 'id' | 'headers'>, caller: Caller): EventMetadata {
  const { traceparent } = request.headers;
  return {
    actor: caller.actor,
    correlationId: request.id,
    ...(typeof traceparent === 'string' ? { traceparent } : {}),
  };
}
