import { eventExamples, type CallEnded, type SummaryReady } from '@ci/contracts';
import { newId } from '@ci/ids';
import { until, type Answer as ReceiverAnswer } from '@ci/testing';
import { startWebhooks, type Created, type DeliveryBody, type WebhooksService } from './webhooks-service.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** The service of the test file that has called `useScenario`. */
export let service: WebhooksService;
/** Each test has a separate path at the receiver, so that it sees its own requests alone. */
export let path: string;
let counter = 0;
const registered: Created[] = [];

/** Starts the service for this test file, and stops it after the last test. */
export function useScenario(): void {
  beforeAll(async () => {
    service = await startWebhooks();
  });
  afterAll(() => service.close());
  beforeEach(() => {
    counter += 1;
    path = `/test-${counter}`;
    answers.clear();
    service.clock.reset();
    service.receiver.answer((request) => answers.get(request.path) ?? {});
  });
  afterEach(async () => {
    for (const { id } of registered.splice(0)) await service.request('DELETE', `/v1/webhooks/${id}`);
  });
}

export const answers = new Map<string, ReceiverAnswer>();
export const register = async (events?: readonly string[], at = path): Promise<Created> => {
  const created = await service.register(events, { path: at });
  registered.push(created);
  return created;
};
export const received = (at = path) => service.receiver.requests.filter((request) => request.path === at);
export const typesReceived = (at = path): string[] =>
  received(at).map(({ body }) => (JSON.parse(body) as { type: string }).type);
export const callEnded = (id = newId('call')): CallEnded => ({
  ...eventExamples['call.ended'],
  call: { ...eventExamples['call.ended'].call, id },
});
export const summaryReady = (id: string, revision = 1): SummaryReady => ({
  ...eventExamples['summary.ready'],
  call: { ...eventExamples['summary.ready'].call, id },
  revision,
});
export const onlyDelivery = async ({ id }: Created): Promise<DeliveryBody> => {
  const deliveries = await service.deliveriesOf(id);
  expect(deliveries).toHaveLength(1);
  return deliveries[0]!;
};
export const withStatus = (webhook: Created, status: string, attempts?: number) =>
  until(
    async () => {
      const found = (await service.deliveriesOf(webhook.id)).filter((delivery) => delivery.status === status);
      return found.length > 0 && (attempts === undefined || found[0]?.attempts.length === attempts) ? found : undefined;
    },
    { describe: `a delivery that is ${status}` },
  );

/** From the last attempt to the next, by the service's clock. */
export function waitOf(delivery: DeliveryBody, sinceAttempt = true): number {
  const attempts = delivery.attempts as unknown as { attempted_at: string; latency_ms: number }[];
  const last = attempts.at(-1);
  const from = sinceAttempt && last ? Date.parse(last.attempted_at) + last.latency_ms : service.clock.now().getTime();
  return Date.parse(delivery.next_attempt_at ?? '') - from;
}
