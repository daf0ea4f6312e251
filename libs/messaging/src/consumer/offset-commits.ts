import type { EachBatchPayload } from 'kafkajs';

/** How long offsets of messages that are processed may stay uncommitted. After a crash so much is read twice and skipped. */
const COMMIT_INTERVAL_MS = 1_000;

/** The offset to go on from, reported to the broker now and then and at the end of the batch. */
export class OffsetCommits {
  private readonly topic: string;
  private readonly partition: number;
  private next: string | undefined;
  private lastCommit = performance.now();

  constructor(private readonly payload: EachBatchPayload) {
    this.topic = payload.batch.topic;
    this.partition = payload.batch.partition;
  }

  /** All messages up to this offset are. */
  async markProcessed(offset: string): Promise<void> {
    this.payload.resolveOffset(offset);
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
