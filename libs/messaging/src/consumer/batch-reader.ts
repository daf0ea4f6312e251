import type { Logger } from '@ci/platform';
import type { EachBatchPayload } from 'kafkajs';
import type { RawRecord } from '../envelope/envelope.ts';
import { rawRecord } from '../envelope/raw-record.ts';
import { failureOf, isConflict } from '../failure.ts';
import { logicalTopic, type KafkaSettings } from '../kafka/kafka-settings.ts';
import { KeepAlive } from './keep-alive.ts';
import { NotNow, type MessageProcessor } from './message-processor.ts';
import type { PartitionPauses } from './partition-pauses.ts';

export interface BatchReaderOptions {
  readonly kafka: KafkaSettings;
  readonly processor: MessageProcessor;
  readonly pauses: PartitionPauses;
  readonly heartbeatMs: number;
  readonly logger: Logger;
}

/** How long offsets of messages that are dealt with may stay uncommitted. After a crash so much is read twice and skipped. */
const COMMIT_INTERVAL_MS = 1_000;

/** Reads a batch of one partition, message by message. The offset follows the database, never the other way round. */
export class BatchReader {
  constructor(private readonly options: BatchReaderOptions) {}

  async read(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const commits = new Commits(payload);
    const alive = new KeepAlive(() => payload.heartbeat(), this.options.heartbeatMs);
    try {
      for (const record of batch.messages) {
        if (!payload.isRunning() || payload.isStale()) break;
        await alive.check();
        const topic = logicalTopic(this.options.kafka, batch.topic);
        const done = await this.process(rawRecord(topic, batch.partition, record), payload);
        if (!done) break;
        payload.resolveOffset(record.offset);
        await commits.add(record.offset);
      }
    } finally {
      alive.stop();
      await commits.flush();
    }
  }

  /** False when the message must come again: the partition is paused then, and begins with it. */
  private async process(record: RawRecord, payload: EachBatchPayload): Promise<boolean> {
    const { processor, pauses, logger } = this.options;
    const name = `${record.topic}[${record.partition}]`;
    try {
      const outcome = await processor.process(record);
      pauses.succeeded(name);
      if (outcome === 'parked')
        logger.warn({ partition: name, offset: record.offset, key: record.key }, 'message parked');
      return true;
    } catch (error) {
      const resume = payload.pause();
      const pauseMs = pauses.pause(name, resume);
      const reason = error instanceof NotNow ? error.message : 'unexpected';
      const failure = failureOf(error instanceof NotNow ? error.cause : error);
      const level = isConflict(error) ? 'debug' : 'warn';
      logger[level]({ partition: name, offset: record.offset, pauseMs, reason, failure }, 'partition waits');
      return false;
    }
  }
}

/** The offset to go on from, told to the broker now and then and at the end of the batch. */
class Commits {
  private readonly topic: string;
  private readonly partition: number;
  private next: string | undefined;
  private lastCommit = performance.now();

  constructor(private readonly payload: EachBatchPayload) {
    this.topic = payload.batch.topic;
    this.partition = payload.batch.partition;
  }

  async add(offset: string): Promise<void> {
    this.next = String(BigInt(offset) + 1n);
    if (performance.now() - this.lastCommit >= COMMIT_INTERVAL_MS) await this.flush();
  }

  /** A commit that fails is not repeated here: the next one covers it, and what was not committed is read again and skipped. */
  async flush(): Promise<void> {
    if (this.next === undefined) return;
    const partitions = [{ partition: this.partition, offset: this.next }];
    this.lastCommit = performance.now();
    try {
      await this.payload.commitOffsetsIfNecessary({ topics: [{ topic: this.topic, partitions }] });
      this.next = undefined;
    } catch {
      // A lost membership shows at the next heartbeat, a lost broker at the next fetch.
    }
  }
}
