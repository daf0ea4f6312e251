import type { CollectedSpan } from '@ci/testing';

type Bound = 'beganAt' | 'endedAt';

interface Stage {
  readonly id: string;
  readonly name: string;
  /** The span that ends or begins where the stage ends. */
  readonly span: string;
  readonly bound: Bound;
}

/** In the order of what happens to one call. Each begins where the one before ends. */
export const stagesOf: readonly Stage[] = [
  { id: 'forwarded', name: 'the gateway has passed it on', span: 'ingestion: POST /v1/calls', bound: 'beganAt' },
  { id: 'checked', name: 'checked, decided', span: 'ingestion: create call', bound: 'beganAt' },
  { id: 'committed', name: 'committed', span: 'ingestion: create call', bound: 'endedAt' },
  { id: 'taken', name: 'read from the outbox', span: 'ingestion: send call.ended', bound: 'beganAt' },
  { id: 'sent', name: 'acknowledged by Kafka', span: 'ingestion: send call.ended', bound: 'endedAt' },
  { id: 'fetched', name: 'fetched by webhooks', span: 'webhooks: process call.ended', bound: 'beganAt' },
  { id: 'stored', name: 'delivery committed', span: 'webhooks: process call.ended', bound: 'endedAt' },
  { id: 'out', name: 'request out', span: 'webhooks: deliver webhook', bound: 'beganAt' },
  { id: 'answered', name: 'response', span: 'webhooks: deliver webhook', bound: 'endedAt' },
];

/** When the request came in, and when each stage ended; undefined while a span of the call is missing. */
export function callTimes(spans: readonly CollectedSpan[]): readonly number[] | undefined {
  const byName = new Map(spans.map((span) => [`${span.service}: ${span.name}`, span]));
  const request = byName.get('gateway: POST /v1/calls');
  const times = stagesOf.flatMap(({ span, bound }) => byName.get(span)?.[bound] ?? []);
  return request === undefined || times.length < stagesOf.length ? undefined : [request.beganAt, ...times];
}
