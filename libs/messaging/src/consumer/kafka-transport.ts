import { erasingTopics } from '@ci/contracts';
import { inTransaction } from '@ci/database';
import type { Logger } from '@ci/observability';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import type { DataSource } from 'typeorm';
import type { KafkaSettings } from '../kafka/kafka-settings.ts';
import { MessageHandlers, type BatchHandler, type RunTransaction } from '../handling/message-handlers.ts';
import { BatchReader } from './batch-reader.ts';
import { GroupMember, type MemberState } from './group-member.ts';
import type { GroupLimits } from './delivery-groups.ts';
import { MessageProcessor, type OnProcessed } from './message-processor.ts';
import { PartitionPauses, type PauseLimits } from './partition-pauses.ts';
import { SystemicFailure, type SystemicLimits } from './systemic-failure.ts';

export interface KafkaTransportOptions {
  /** Consumer group, name in the inbox, and scope of the parking. */
  readonly service: string;
  readonly kafka: KafkaSettings;
  readonly dataSource: DataSource;
  readonly logger: Logger;
  /** Consuming has ended for good; the process should end too. */
  readonly onCrash: (error: Error) => void;
  /** Waited for after the commit of each transaction. */
  readonly afterTransaction?: (() => Promise<unknown>) | undefined;
  /** Partitions worked on at the same time, each in its own transactions. Default 4. */
  readonly concurrency?: number;
  /** How many messages of a partition may share a transaction. Default 200 of together 4 MB; 1: each has its own. */
  readonly together?: GroupLimits;
  /** Pauses of a partition whose next message meets a transient fault. Default 100 ms → 30 s. */
  readonly pauses?: PauseLimits;
  /** Default: more than 20 new failing keys within a minute. */
  readonly systemic?: SystemicLimits;
  /** Default: the topics that the contracts declare as erasing. */
  readonly erasingTopics?: ReadonlySet<string>;
  readonly now?: () => Date;
  readonly onProcessed?: OnProcessed | undefined;
}

export interface ConsumerHealth {
  readonly status: 'ok' | 'starting' | 'degraded' | 'stopped';
  readonly reason?: string;
}

const HEARTBEAT_MS = 2_000;
/** Beyond, little is gained, while streams stay locked for longer: in the server's one table of locks, 64 for each possible connection. */
const TOGETHER: GroupLimits = { messages: 200, bytes: 4 * 1024 * 1024 };
/** A partition that has waited so long is worth an operator's look. */
const LONG_WAIT_MS = 30_000;

/**
 * Nest's `@EventPattern` over Kafka: a transaction with inbox rows, effects and what they publish, then the offset. Neighbours share one as
 * long as all of them succeed; otherwise each message has its own. Transient faults pause the partition with its order kept, poison parks
 * its key. Connect it with `connectConsumers`.
 */
export class KafkaTransport extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('kafka');
  override readonly propagatesEventHandlerErrors = true;

  /** For the retry worker, which handles parked messages with the same handlers. */
  readonly handlers: MessageHandlers;
  readonly transaction: RunTransaction;
  readonly afterTransaction: KafkaTransportOptions['afterTransaction'];
  /** For batches that come another way than over Kafka: benchmarks measure by it what Kafka costs. */
  readonly reader: BatchReader;

  private readonly pauses: PartitionPauses;
  private readonly systemic: SystemicFailure;
  private readonly member: GroupMember;
  private errorsAreVisible = false;

  constructor(private readonly options: KafkaTransportOptions) {
    super();
    const { service, kafka, dataSource, concurrency = 4 } = options;
    const logger = options.logger.child({ component: 'consumer' });
    this.handlers = new MessageHandlers(service);
    this.afterTransaction = options.afterTransaction;
    // A consumer cannot return a conflict to a client: it retries until it succeeds.
    this.transaction = async (work) => {
      const result = await inTransaction(dataSource, work, { attempts: Infinity });
      await options.afterTransaction?.();
      return result;
    };
    this.pauses = new PartitionPauses(options.pauses ?? { firstMs: 100, longestMs: 30_000 });
    this.systemic = new SystemicFailure(options.systemic ?? { keys: 20, windowMs: 60_000 });
    const { handlers, transaction, systemic, pauses } = this;
    const now = options.now ?? (() => new Date());
    const processor = new MessageProcessor({
      service,
      handlers,
      transaction,
      systemic,
      erasingTopics: options.erasingTopics ?? erasingTopics,
      now,
    });
    const reader = (this.reader = new BatchReader({
      service,
      kafka,
      handlers,
      processor,
      limits: options.together ?? TOGETHER,
      pauses,
      heartbeatMs: HEARTBEAT_MS,
      logger,
      onProcessed: options.onProcessed,
    }));
    this.member = new GroupMember({
      groupId: service,
      kafka,
      logger,
      concurrency,
      heartbeatMs: HEARTBEAT_MS,
      onBatch: (payload) => reader.read(payload),
      onJoin: () => pauses.forget(),
      onCrash: options.onCrash,
    });
  }

  get service(): string {
    return this.options.service;
  }

  /** Called by `connectConsumers`, once it has taken care that what handlers throw arrives here. */
  trustErrors(): void {
    this.errorsAreVisible = true;
  }

  override addHandler(pattern: string, callback: MessageHandler, isEventHandler = false): void {
    if (!isEventHandler) throw new Error(`"${pattern}": Kafka has no requests with replies; use @EventPattern`);
    super.addHandler(pattern, callback, true);
    this.handlers.add(pattern, callback as BatchHandler);
  }

  /** Returns at once: the service runs while Kafka is away, and `healthy()` says so. */
  listen(callback: (error?: unknown) => void): void {
    if (!this.errorsAreVisible) {
      callback(
        new Error('connect KafkaTransport with connectConsumers(app): otherwise Nest hides what the handlers throw'),
      );
      return;
    }
    this.member.start(this.handlers.topics);
    callback();
  }

  /** Ends fetching, lets messages in work finish, commits their offsets and leaves the group. */
  async close(): Promise<void> {
    await this.member.stop();
    this.pauses.stop();
  }

  healthy(): ConsumerHealth {
    const member: MemberState = this.member.state();
    if (member.status !== 'ok') return member;
    if (this.systemic.isSystemic())
      return { status: 'degraded', reason: 'too many keys fail at once; nothing more is parked' };
    const waiting = this.pauses.longerThan(LONG_WAIT_MS);
    return waiting.length > 0 ? { status: 'degraded', reason: `waiting: ${waiting.join(', ')}` } : { status: 'ok' };
  }

  /** For a readiness check: rejects with the reason unless all is well. */
  async assertHealthy(): Promise<void> {
    const { status, reason } = this.healthy();
    if (status !== 'ok') throw new Error(`consumer ${status}${reason === undefined ? '' : `: ${reason}`}`);
  }

  override on(): never {
    throw new Error('KafkaTransport has no events; see healthy()');
  }

  override unwrap<T>(): T {
    return this.member as T;
  }
}
