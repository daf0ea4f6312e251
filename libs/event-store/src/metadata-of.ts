import { traceIdOf } from '@ci/observability/tracing';
import type { EventMetadata } from './stored-event.ts';

/** A caller of the API, a member, an operator, or the service itself. */
export interface Actor {
  readonly actor: string;
}

/** The parts of an HTTP request that its events name. */
export interface OriginRequest {
  readonly id: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The parts of a message that its events name. */
export interface OriginMessage {
  readonly id: string;
  readonly source: string;
  readonly traceparent?: string;
}

/**
 * The metadata of all events that a command leads to. Of a caller: who acts, by which request, in which trace. Of a message: which service
 * sent it, which message it was, in which trace.
 */
export function metadataOf(caller: Actor, request?: OriginRequest): EventMetadata;
export function metadataOf(message: OriginMessage): EventMetadata;
export function metadataOf(origin: Actor | OriginMessage, request?: OriginRequest): EventMetadata {
  if ('source' in origin) return { actor: origin.source, causationId: origin.id, ...traceOf(origin.traceparent) };
  if (request === undefined) return { actor: origin.actor };
  return { actor: origin.actor, correlationId: request.id, ...traceOf(request.headers['traceparent']) };
}

/** Metadata is as immutable as its event: a header that is no `traceparent` is left out. */
function traceOf(traceparent: unknown): Pick<EventMetadata, 'traceparent'> {
  return typeof traceparent === 'string' && traceIdOf(traceparent) !== undefined ? { traceparent } : {};
}
