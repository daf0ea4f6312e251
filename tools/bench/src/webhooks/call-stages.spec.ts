import type { CollectedSpan } from '@ci/testing';
import { callTimes } from './call-stages.ts';

const span = (service: string, name: string, beganAt: number, endedAt: number): CollectedSpan =>
  ({ service, name, beganAt, endedAt }) as CollectedSpan;

const spans = [
  span('gateway', 'POST /v1/calls', 1, 8),
  span('ingestion', 'POST /v1/calls', 2, 7),
  span('ingestion', 'create call', 3, 5),
  span('ingestion', 'send call.ended', 6, 10),
  span('ingestion', 'send call.transcribed', 20, 30),
  span('webhooks', 'process call.ended', 11, 14),
  span('webhooks', 'deliver webhook', 15, 18),
];

it('tells when each stage of a call has ended', () => {
  expect(callTimes(spans)).toEqual([1, 2, 3, 5, 6, 10, 11, 14, 15, 18]);
});

it('knows nothing of a call while one of its spans is missing', () => {
  for (const missing of spans.filter(({ name }) => name !== 'send call.transcribed'))
    expect(callTimes(spans.filter((one) => one !== missing))).toBeUndefined();
});
