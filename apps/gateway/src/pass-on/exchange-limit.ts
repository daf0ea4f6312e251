import type { ServerResponse } from 'node:http';
import { DomainError } from '@ci/platform';

/** The client ended the connection before the answer was complete. There is nobody to tell. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Aborts when the answer as a whole takes longer than `timeoutMs`, or when nobody waits for it any more. */
export function exchangeLimit(response: ServerResponse, timeoutMs: number): AbortSignal {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DomainError('unavailable', undefined, { headers: { 'retry-after': '5' } })),
    timeoutMs,
  );
  response.once('close', () => {
    clearTimeout(timer);
    if (!response.writableFinished) controller.abort(new ClientGone());
  });
  return controller.signal;
}
