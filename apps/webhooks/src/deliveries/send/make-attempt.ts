import { beginSpan, type SpanOptions } from '@ci/observability';
import type { Clock, Random } from '../../clock.ts';
import type { AttemptOutcome } from '../limit/concurrency-limiter.ts';
import type { AttemptResult } from '../record/attempt-result.ts';
import type { ClaimedDelivery } from '../queue/claim-deliveries.ts';
import type { HttpsPoster } from './https-poster.ts';
import type { MadeAttempt } from '../record/record-attempts.ts';
import { decideRetry } from '../record/retry-decision.ts';
import { signatureHeaders } from './signature.ts';
import type { SigningKeys } from './signing-keys.ts';

export interface AttemptMeans {
  readonly poster: Pick<HttpsPoster, 'post'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** Signs, posts, and decides what the answer means. Undefined when the attempt was cut. */
export async function makeAttempt(
  delivery: ClaimedDelivery,
  { poster, clock, random }: AttemptMeans,
  keys: SigningKeys,
  signal: AbortSignal,
): Promise<MadeAttempt | undefined> {
  const attemptedAt = clock();
  const { url, body, eventId, webhookId } = delivery;
  const key = keys.of(webhookId, delivery.secret);
  const signature = signatureHeaders(key, { id: eventId, at: attemptedAt, body });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Call-Intelligence-Webhooks/1', ...signature };
  const span = beginSpan('deliver webhook', spanOptions(delivery));
  const result = await poster.post({ url, headers, body, signal });
  const answered = result.statusCode === null ? {} : { 'http.response.status_code': result.statusCode };
  span.end({ failed: result.error !== null, attributes: answered });
  if (signal.aborted && result.error !== null) return undefined;
  const endedAt = clock();
  const decision = decideRetry(result, { failures: delivery.failures + 1, now: endedAt, random: random() });
  return { delivery, result, decision, attemptedAt, endedAt };
}

/** The trace is not sent to the receiver, which belongs to a third party. */
function spanOptions({ traceparent, id, webhookId }: ClaimedDelivery): SpanOptions {
  const attributes = { 'http.request.method': 'POST', 'ci.delivery_id': id, 'ci.webhook_id': webhookId };
  return { kind: 'client', parent: traceparent ?? undefined, attributes };
}

/** An attempt without a response, or with one that never ended, counts as `no_response`. */
export function attemptOutcomeOf({ error, statusCode }: AttemptResult): AttemptOutcome {
  if (error === null) return 'success';
  return statusCode === null || statusCode < 300 ? 'no_response' : 'failure';
}
