import { until } from '@ci/testing';
import type { MessageHandler } from '@nestjs/microservices';
import { KafkaTransport, type ConsumerContext, type KafkaTransportOptions } from '../src/index.ts';
import { storeEffect, topic, type MessagingFixture } from './messaging-fixture.ts';

export type TestHandler = (text: string, context: ConsumerContext) => unknown;

export interface TestConsumer {
  readonly transport: KafkaTransport;
  readonly crashes: Error[];
  readonly close: () => Promise<void>;
}

/** Notes the text of each message as its effect. */
export const noteText: TestHandler = (text, { tx, message }) => storeEffect(tx, message.key, text);

interface CallId {
  readonly call_id: string;
}

/** A transport with one handler, joined to its group. */
export async function startConsumer(
  fixture: MessagingFixture,
  handler: TestHandler = noteText,
  {
    extras,
    startWithinMs,
    ...options
  }: Partial<KafkaTransportOptions> & {
    readonly extras?: { readonly batch?: boolean };
    readonly startWithinMs?: number;
  } = {},
): Promise<TestConsumer> {
  const { dataSource, kafka, logger } = fixture;
  const crashes: Error[] = [];
  const pauses = { firstMs: 20, longestMs: 100 };
  const onCrash = (error: Error): void => void crashes.push(error);
  const transport = new KafkaTransport({
    service: 'tested',
    kafka,
    dataSource,
    logger,
    onCrash,
    pauses,
    // The topic of these tests is one of them; here it stands for any.
    erasingTopics: new Set(),
    ...options,
  });
  // A handler of batches gets the texts of all of them.
  const callback = (data: CallId | CallId[], context: ConsumerContext): unknown =>
    handler((Array.isArray(data) ? data.map(({ call_id }) => call_id) : data.call_id) as string, context);
  transport.addHandler(topic, callback as unknown as MessageHandler, true, extras);
  transport.trustErrors();
  transport.listen((error) => expect(error).toBeUndefined());
  const patience = startWithinMs === undefined ? {} : { timeoutMs: startWithinMs };
  await until(() => transport.healthy().status !== 'starting', {
    ...patience,
    describe: 'the consumer to join its group',
  });
  return { transport, crashes, close: () => transport.close() };
}
