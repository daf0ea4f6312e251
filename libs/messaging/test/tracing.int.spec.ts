import { traceClock, traceWith } from '@ci/observability';
import { until } from '@ci/testing';
import { messagingFixture, type MessagingFixture } from './messaging-fixture.ts';
import { noteText, startConsumer } from './test-consumer.ts';

let fixture: MessagingFixture;
beforeAll(async () => void (fixture = await messagingFixture()));
afterAll(async () => {
  traceWith(undefined);
  await fixture.close();
});

it('the span of a message lasts from the arrival of its batch to the commit', async () => {
  const began: unknown[] = [];
  const storedAtEnd: Promise<number>[] = [];
  const span = {
    spanContext: () => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }),
    // On another connection: it sees what is committed.
    end: () => void storedAtEnd.push(fixture.count('effects')),
  };
  traceWith({
    startSpan: (_name: string, { startTime }: { readonly startTime?: unknown }) => {
      began.push(startTime);
      return span;
    },
  } as never);
  let handledAt = 0;
  const consumer = await startConsumer(fixture, (text, context) => {
    handledAt = traceClock();
    return noteText(text, context);
  });
  try {
    await fixture.produce({ key: 'a', text: 'a' });
    await until(() => storedAtEnd.length > 0, { describe: 'the span to end' });
    expect(await storedAtEnd[0]).toBe(1);
    expect(began).toHaveLength(1);
    // Locks and the look into the inbox come before the handler.
    expect(handledAt - Number(began[0])).toBeGreaterThan(0.2);
  } finally {
    await consumer.close();
  }
});
