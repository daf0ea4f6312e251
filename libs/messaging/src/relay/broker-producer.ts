import { beginSpan, isTracing, type Logger, type OpenSpan } from '@ci/observability';
import kafkajs, { type Producer } from 'kafkajs';
import { createKafka } from '../kafka/kafka-client.ts';
import { wireTopic, type KafkaSettings } from '../kafka/kafka-settings.ts';
import type { OutboxRow } from './outbox-rows.ts';
import { planSends, type Send } from './send-plan.ts';

/** As long as the broker may take over an acknowledgement. */
const REQUEST_TIMEOUT_MS = 8_000;

/** Sends rows in their order, and returns when every in-sync replica has them. Not idempotent: the inbox of each consumer is. */
export class BrokerProducer {
  private connected: Promise<Producer> | undefined;

  constructor(
    private readonly settings: KafkaSettings,
    private readonly logger: Logger,
  ) {}

  /** A failure leaves nothing of the connection behind: the next attempt starts afresh. */
  async send(rows: readonly OutboxRow[]): Promise<void> {
    try {
      const producer = await (this.connected ??= this.connect());
      for (const send of planSends(rows)) await this.sendOne(producer, send);
    } catch (error) {
      await this.disconnect();
      throw error;
    }
  }

  async disconnect(): Promise<void> {
    const { connected } = this;
    this.connected = undefined;
    // A connection that is gone need not be closed properly.
    await connected?.then((producer) => producer.disconnect()).catch(() => undefined);
  }

  private async connect(): Promise<Producer> {
    const producer = createKafka(this.settings, this.logger).producer({
      allowAutoTopicCreation: false,
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
      // The relay repeats what failed itself, with the order kept and the lease checked again.
      retry: { retries: 1, initialRetryTime: 100 },
    });
    await producer.connect();
    return producer;
  }

  private async sendOne(producer: Producer, send: Send): Promise<void> {
    if (!isTracing()) return this.sendRows(producer, send);
    const traced = send.rows.map(asSpan);
    try {
      await this.sendRows(producer, { ...send, rows: traced.map(({ row }) => row) });
      for (const { span } of traced) span.end();
    } catch (error) {
      for (const { span } of traced) span.end({ failed: true });
      throw error;
    }
  }

  private async sendRows(producer: Producer, { compressed, rows }: Send): Promise<void> {
    const byTopic = Map.groupBy(rows, (row) => row.topic);
    await producer.sendBatch({
      acks: -1,
      timeout: REQUEST_TIMEOUT_MS,
      compression: compressed ? kafkajs.CompressionTypes.GZIP : kafkajs.CompressionTypes.None,
      topicMessages: [...byTopic].map(([topic, rowsOfTopic]) => ({
        topic: wireTopic(this.settings, topic),
        messages: rowsOfTopic.map(({ key, payload, headers }) => ({ key, value: payload, headers })),
      })),
    });
  }
}

/** The trace of a consumer continues from this send. The row in the outbox keeps what it follows from. */
function asSpan(row: OutboxRow): { readonly row: OutboxRow; readonly span: OpenSpan } {
  const { headers, topic, key } = row;
  const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': topic, 'ci.key': key };
  const span = beginSpan(`send ${topic}`, { kind: 'producer', parent: headers['traceparent'], attributes });
  const { traceparent } = span;
  return { row: traceparent === undefined ? row : { ...row, headers: { ...headers, traceparent } }, span };
}
