import { isTracing, traceClock, type Logger } from '@ci/observability';
import type { EachBatchPayload } from 'kafkajs';
import { rawRecord } from '../envelope/raw-record.ts';
import { isConflict } from '../failure.ts';
import { logicalTopic, type KafkaSettings } from '../kafka/kafka-settings.ts';
import type { MessageHandlers } from '../handling/message-handlers.ts';
import { deliveryOf, type Delivery } from './delivery.ts';
import { groupsOf, type DeliveryGroup, type GroupLimits } from './delivery-groups.ts';
import { KeepAlive } from './keep-alive.ts';
import { RetryLater, type MessageProcessor, type OnProcessed, type Outcome } from './message-processor.ts';
import { OffsetCommits } from './offset-commits.ts';
import type { PartitionPauses } from './partition-pauses.ts';

export interface BatchReaderOptions {
  readonly service: string;
  readonly kafka: KafkaSettings;
  readonly handlers: MessageHandlers;
  readonly processor: MessageProcessor;
  readonly limits: GroupLimits;
  readonly pauses: PartitionPauses;
  readonly heartbeatMs: number;
  readonly logger: Logger;
  readonly onProcessed?: OnProcessed | undefined;
}

/** What one batch is read with. */
interface Reading {
  readonly payload: EachBatchPayload;
  readonly alive: KeepAlive;
  readonly commits: OffsetCommits;
}

/**
 * Reads a batch of one partition: neighbours together as long as that works, message by message where it does not. The offset follows the
 * database, never the other way round.
 */
export class BatchReader {
  constructor(private readonly options: BatchReaderOptions) {}

  async read(payload: EachBatchPayload): Promise<void> {
    const reading = {
      payload,
      alive: new KeepAlive(() => payload.heartbeat(), this.options.heartbeatMs),
      commits: new OffsetCommits(payload),
    };
    try {
      for (const group of groupsOf(this.deliveries(payload), this.options.limits, (one) => this.concernsUs(one))) {
        if (!(await this.readGroup(group, reading))) break;
      }
    } finally {
      reading.alive.stop();
      await reading.commits.flush();
    }
  }

  private *deliveries({ batch }: EachBatchPayload): Generator<Delivery> {
    const topic = logicalTopic(this.options.kafka, batch.topic);
    const receivedAt = isTracing() ? traceClock() : undefined;
    for (const record of batch.messages) {
      yield deliveryOf(rawRecord(topic, batch.partition, record), this.options.handlers, receivedAt);
    }
  }

  /** A message that was sent again for one service is of no concern to the others. */
  private concernsUs({ record }: Delivery): boolean {
    const audience = record.headers['ce_audience'];
    return audience === undefined || audience === this.options.service;
  }

  /** False when reading has to end here. */
  private async readGroup({ deliveries, lastOffset }: DeliveryGroup, reading: Reading): Promise<boolean> {
    if (!(await isOurs(reading))) return false;
    if (deliveries.length < 2 || !(await this.processTogether(deliveries))) {
      for (const delivery of deliveries) {
        if (!(await isOurs(reading))) return false;
        if (!(await this.process(delivery, reading.payload))) return false;
        await reading.commits.markProcessed(delivery.record.offset);
      }
    }
    await reading.commits.markProcessed(lastOffset);
    return true;
  }

  private async processTogether(deliveries: readonly Delivery[]): Promise<boolean> {
    const { processor, logger } = this.options;
    try {
      const outcomes = await processor.processTogether(deliveries);
      for (const [index, delivery] of deliveries.entries()) this.markProcessed(delivery, outcomes[index]);
      return true;
    } catch (error) {
      const err = error instanceof Error ? (error.cause ?? error) : error;
      logger.debug(
        { partition: nameOf(deliveries[0]), messages: deliveries.length, err },
        'a batch failed: handling its messages one at a time',
      );
      return false;
    }
  }

  /** False when the message must come again: the partition is paused then, and begins with it. */
  private async process(delivery: Delivery, payload: EachBatchPayload): Promise<boolean> {
    const { processor, pauses, logger } = this.options;
    try {
      this.markProcessed(delivery, await processor.process(delivery));
      return true;
    } catch (error) {
      const name = nameOf(delivery);
      const pauseMs = pauses.pause(name, payload.pause());
      const reason = error instanceof RetryLater ? error.message : 'unexpected';
      const err = error instanceof RetryLater ? error.cause : error;
      const level = isConflict(error) ? 'debug' : 'warn';
      logger[level]({ partition: name, offset: delivery.record.offset, pauseMs, reason, err }, 'partition waits');
      return false;
    }
  }

  private markProcessed(delivery: Delivery, outcome: Outcome | undefined): void {
    const { pauses, logger, onProcessed } = this.options;
    const { offset, key, topic } = delivery.record;
    if (outcome !== undefined) onProcessed?.(topic, outcome);
    pauses.succeeded(nameOf(delivery));
    if (outcome === 'parked') logger.warn({ partition: nameOf(delivery), offset, key }, 'message parked');
  }
}

/** Asked before each transaction: the partition may belong to another member by now. */
async function isOurs({ payload, alive }: Reading): Promise<boolean> {
  if (!payload.isRunning() || payload.isStale()) return false;
  await alive.check();
  return true;
}

function nameOf(delivery: Delivery | undefined): string {
  return delivery ? `${delivery.record.topic}[${delivery.record.partition}]` : '';
}
