import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '@ci/domain';

/** The client closed the connection before the response was complete. No error can be sent. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/**
 * Aborts when the request takes longer than `timeoutMs` to arrive, when the answer takes longer than that from then on, or when the client
 * no longer waits for it.
 */
export function exchangeLimit(request: IncomingMessage, response: ServerResponse, timeoutMs: number): AbortSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(isClientSlow(request) ? bodyTooSlow() : noAnswer()), timeoutMs);
  request.once('end', () => timer.refresh());
  response.once('close', () => {
    clearTimeout(timer);
    if (!response.writableFinished) controller.abort(new ClientGone());
  });
  return controller.signal;
}

/** More of the body is to come, and it is not the service that holds it up: what it does not take waits in the request. */
function isClientSlow(request: IncomingMessage): boolean {
  return !request.complete && request.readableLength === 0;
}

/** The list of codes is closed and has no separate one for this; 503 would make the client retry the same request. */
function bodyTooSlow(): DomainError {
  return new DomainError('invalid_request', 'The request body did not arrive in time.', {
    headers: { connection: 'close' },
  });
}

function noAnswer(): DomainError {
  return new DomainError('unavailable', undefined, { headers: { 'retry-after': '5' } });
}
