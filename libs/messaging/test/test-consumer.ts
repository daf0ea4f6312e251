import { until } from '@ci/testing';
import type { MessageHandler } from '@nestjs/microservices';
import { KafkaTransport, type BatchContext, type KafkaTransportOptions } from '../src/index.ts';
import { storeEffect, topic, type MessagingFixture } from './messaging-fixture.ts';

/** What is done with the texts of a batch. */
export type BatchOf = (texts: readonly string[], context: BatchContext) => unknown;
/** The same for tests of single messages: one after the other. */
export type TestHandler = (text: string, context: MessageContext) => unknown;

interface MessageContext extends Pick<BatchContext, 'tx'> {
  readonly message: BatchContext['messages'][number];
  readonly ignore: () => void;
}

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

type TestConsumerOptions = Partial<KafkaTransportOptions> & { readonly startWithinMs?: number };

/** A transport with one handler, joined to its group. */
export function startConsumer(
  fixture: MessagingFixture,
  handler: TestHandler = noteText,
  options: TestConsumerOptions = {},
): Promise<TestConsumer> {
  const oneByOne: BatchOf = async (texts, { tx, messages, ignore }) => {
    for (const [index, message] of messages.entries())
      await handler(texts[index] ?? '', { tx, message, ignore: () => ignore(message) });
  };
  return startBatchConsumer(fixture, oneByOne, options);
}

export async function startBatchConsumer(
  fixture: MessagingFixture,
  handler: BatchOf,
  { startWithinMs, ...options }: TestConsumerOptions = {},
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
  const callback = (data: readonly CallId[], context: BatchContext): unknown =>
    handler(
      data.map(({ call_id }) => call_id),
      context,
    );
  transport.addHandler(topic, callback as unknown as MessageHandler, true);
  transport.trustErrors();
  transport.listen((error) => expect(error).toBeUndefined());
  const patience = startWithinMs === undefined ? {} : { timeoutMs: startWithinMs };
  await until(() => transport.healthy().status !== 'starting', {
    ...patience,
    describe: 'the consumer to join its group',
  });
  return { transport, crashes, close: () => transport.close() };
}
