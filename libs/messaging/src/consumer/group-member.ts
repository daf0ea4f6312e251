import { setTimeout as delay } from 'node:timers/promises';
import { maxMessageBytes } from '@ci/contracts';
import type { Logger } from '@ci/observability';
import type { Consumer, EachBatchPayload } from 'kafkajs';
import { failureOf } from '../failure.ts';
import { createKafka, refusalOf, refuseOffsetReset } from '../kafka/kafka-client.ts';
import { wireTopic, type KafkaSettings } from '../kafka/kafka-settings.ts';
import type { UnstalledKafka } from '../kafka/unstalled-kafka.ts';

export interface GroupMemberOptions {
  readonly groupId: string;
  readonly kafka: KafkaSettings;
  readonly logger: Logger;
  readonly concurrency: number;
  readonly heartbeatMs: number;
  readonly onBatch: (payload: EachBatchPayload) => Promise<void>;
  readonly onJoin: () => void;
  readonly onCrash: (error: Error) => void;
}

export interface MemberState {
  readonly status: 'ok' | 'starting' | 'degraded' | 'stopped';
  readonly reason?: string;
}

/** After a crash of the broker the group waits so long for the members that it remembers. Heartbeats do not wait for messages. */
const SESSION_TIMEOUT_MS = 10_000;
const REBALANCE_TIMEOUT_MS = 30_000;
/** A fetch returns as soon as there is anything; this only bounds how long the end of a pause may wait for an empty one. Shorter ones cost an idle system. */
const FETCH_WAIT_MS = 2_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
/** Longer than the member may be silent: then it is alive but idle, which kafkajs does not notice. */
const SILENCE_MS = 60_000;
const STOP_MS = 15_000;

/** kafkajs gives up when no broker names the coordinator of the group, as it does when a connection is cut while it asks. */
const NO_COORDINATOR = 'KafkaJSGroupCoordinatorNotFound';
/** A connection that was to sign in again, and had no token to, is of no more use. kafkajs keeps it, and gives up when the broker does not. */
const HALF_SIGNED_IN = 'ILLEGAL_SASL_STATE';

/** This process as a member of its consumer group, through outages of the broker, until it is stopped or crashes for good. */
export class GroupMember {
  private consumer: Consumer | undefined;
  private kafka: UnstalledKafka | undefined;
  private batches = 0;
  private starting: Promise<void> | undefined;
  private readonly stopping = new AbortController();
  private current: MemberState = { status: 'starting', reason: 'has not joined its group yet' };
  private lastSign = performance.now();
  private topics: readonly string[] = [];
  private failedJoins = 0;

  constructor(private readonly options: GroupMemberOptions) {}

  start(topics: readonly string[]): void {
    if (topics.length === 0) {
      this.current = { status: 'ok' };
      return;
    }
    this.topics = topics;
    this.starting ??= this.join();
  }

  state(): MemberState {
    const isSilent = this.consumer !== undefined && performance.now() - this.lastSign > SILENCE_MS;
    return this.current.status === 'ok' && isSilent
      ? { status: 'degraded', reason: 'the consumer has fallen silent' }
      : this.current;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.starting;
    const { consumer } = this;
    if (!consumer) return;
    this.consumer = undefined;
    const timeUp = delay(STOP_MS, undefined, { ref: false });
    const ended = consumer.disconnect().catch(() => undefined);
    // An empty fetch is not waited for; the group is left by a new connection.
    if (this.batches === 0) this.kafka?.endConnections('the consumer stops');
    await Promise.race([ended, timeUp]);
    this.current = { status: 'stopped' };
  }

  /** Tries until the broker is there. From then on kafkajs itself reconnects. */
  private async join(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const consumer = this.createConsumer();
      try {
        await consumer.connect();
        await consumer.subscribe({
          topics: this.topics.map((topic) => wireTopic(this.options.kafka, topic)),
          fromBeginning: true,
        });
        this.consumer = consumer;
        await consumer.run({
          autoCommit: false,
          eachBatchAutoResolve: false,
          partitionsConsumedConcurrently: this.options.concurrency,
          eachBatch: (payload) => this.processBatch(payload),
        });
        return;
      } catch (error) {
        this.consumer = undefined;
        this.waitFor('starting', this.awaitedAfter(error), error);
        await consumer.disconnect().catch(() => undefined);
        await this.pauseAfterFailedJoin();
      }
    }
  }

  private async processBatch(payload: EachBatchPayload): Promise<void> {
    this.batches += 1;
    try {
      await this.options.onBatch(payload);
    } finally {
      this.batches -= 1;
    }
  }

  private async joinAgain(): Promise<void> {
    await this.pauseAfterFailedJoin();
    await this.join();
  }

  /** One line in the log for each new thing that is waited for, however often it is tried. What Kafka says of itself needs no stack. */
  private waitFor(status: 'starting' | 'degraded', what: string, error: unknown): void {
    const reason = `waiting for ${what}`;
    const cause = rootCause(error);
    const said = cause.name.startsWith('KafkaJS') ? { reason: cause.message } : { err: error };
    if (this.current.reason !== reason) this.options.logger.warn(said, reason);
    this.current = { status, reason };
  }

  private createConsumer(): Consumer {
    const { groupId, kafka, logger, heartbeatMs } = this.options;
    this.kafka = createKafka(kafka, logger, refuseOffsetReset);
    const consumer = this.kafka.consumer({
      groupId: `${kafka.topicPrefix ?? ''}${groupId}`,
      allowAutoTopicCreation: false,
      sessionTimeout: SESSION_TIMEOUT_MS,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      heartbeatInterval: heartbeatMs,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      maxBytesPerPartition: maxMessageBytes,
      maxBytes: 2 * maxMessageBytes,
      retry: { retries: 5, initialRetryTime: 200, maxRetryTime: 5_000 },
    });
    this.watch(consumer);
    return consumer;
  }

  private watch(consumer: Consumer): void {
    const { onJoin, logger } = this.options;
    const sign = (): void => void (this.lastSign = performance.now());
    consumer.on(consumer.events.HEARTBEAT, sign);
    consumer.on(consumer.events.FETCH, sign);
    consumer.on(consumer.events.GROUP_JOIN, () => {
      sign();
      this.failedJoins = 0;
      onJoin();
      this.current = { status: 'ok' };
      logger.info('consuming');
    });
    consumer.on(consumer.events.CRASH, ({ payload }) => this.crashed(payload.error, payload.restart));
  }

  private crashed(error: Error, restarts: boolean): void {
    if (this.stopping.signal.aborted) return;
    const { logger, onCrash } = this.options;
    const cause = rootCause(error);
    const { type } = cause as { readonly type?: unknown };
    const passes = cause.name === NO_COORDINATOR || type === HALF_SIGNED_IN || refusalOf(cause) !== undefined;
    if (restarts || passes) this.waitFor('degraded', this.awaitedAfter(cause), cause);
    if (restarts) return; // kafkajs does it
    if (passes) {
      this.consumer = undefined;
      this.starting = this.joinAgain();
      return;
    }
    this.current = { status: 'stopped', reason: failureOf(cause).message };
    logger.fatal({ err: cause }, 'consumer ended');
    onCrash(cause);
  }

  private awaitedAfter(error: unknown): string {
    const cause = rootCause(error);
    if (cause.name === NO_COORDINATOR) return 'the coordinator of the consumer group';
    if ((cause as { type?: unknown }).type !== 'UNKNOWN_TOPIC_OR_PARTITION') return refusalOf(cause) ?? 'Kafka';
    return `topics: of ${this.topics.join(', ')} one or more do not exist; declare them (node tools/dev/dist/topics.js)`;
  }

  private async pauseAfterFailedJoin(): Promise<void> {
    const ms = Math.min(FIRST_RETRY_MS * 2 ** Math.min(this.failedJoins, 10), LONGEST_RETRY_MS);
    this.failedJoins += 1;
    await delay(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

function rootCause(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}
