import { DomainError } from '@ci/domain';
import { visibleReps, type Caller } from '@ci/security';
import type { FastifyRequest } from 'fastify';

/**
 * A call may exist without being known here. The gateway, notified of this, asks ingestion and repeats the request with `x-call-known`: then the
 * call counts as pending. The header is worth as much as the internal token beside it, without which no request comes this far.
 */
export const CALL_UNKNOWN_HEADER = 'x-call-unknown';
export const CALL_KNOWN_HEADER = 'x-call-known';

export function isKnownElsewhere(request: FastifyRequest): boolean {
  return request.headers[CALL_KNOWN_HEADER] === '1';
}

/** Of an analysis whose rep was not kept yet ingestion says whose call it was: the gateway asks it as the same caller. */
export function isVisible(
  { repId }: { readonly repId: string | null },
  caller: Caller,
  request: FastifyRequest,
): boolean {
  const reps = visibleReps(caller);
  if (reps === undefined) return true;
  return repId === null ? isKnownElsewhere(request) : reps.includes(repId);
}

export function unknownCall(): DomainError {
  return new DomainError('not_found', undefined, { headers: { [CALL_UNKNOWN_HEADER]: '1' } });
}
