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

/** A transport with one handler, joined to its group. */
export async function startConsumer(
  fixture: MessagingFixture,
  handler: TestHandler = noteText,
  options: Partial<KafkaTransportOptions> = {},
): Promise<TestConsumer> {
  const { dataSource, kafka, logger } = fixture;
  const crashes: Error[] = [];
  const pauses = { firstMs: 20, longestMs: 100 };
  const onCrash = (error: Error): void => void crashes.push(error);
  const transport = new KafkaTransport({ service: 'tested', kafka, dataSource, logger, onCrash, pauses, ...options });
  const callback = (data: { call_id: string }, context: ConsumerContext): unknown => handler(data.call_id, context);
  transport.addHandler(topic, callback as unknown as MessageHandler, true);
  transport.trustErrors();
  transport.listen((error) => expect(error).toBeUndefined());
  await until(() => transport.healthy().status !== 'starting', { describe: 'the consumer to join its group' });
  return { transport, crashes, close: () => transport.close() };
}
