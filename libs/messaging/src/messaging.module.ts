import { Metrics, type Logger } from '@ci/observability';
import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type FactoryProvider,
  type ModuleMetadata,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { KafkaTransport, type KafkaTransportOptions } from './consumer/kafka-transport.ts';
import { ConsumerLag } from './measuring/consumer-lag.ts';
import { countMessages, measureLag, measureQueues } from './measuring/measure-messages.ts';
import { ParkingWorker } from './parking/parking-worker.ts';
import { inboxPruning } from './pruning/inbox-pruning.ts';
import { Pruner } from './pruning/pruner.ts';
import type { PruningOptions } from './pruning/pruning-config.ts';
import { OutboxRelay } from './relay/outbox-relay.ts';
import type { KeptField } from './relay/relay.sql.ts';

/** What a service says about its messaging. */
export interface MessagingOptions extends KafkaTransportOptions {
  readonly dataSource: DataSource;
  readonly logger: Logger;
  readonly pruning: PruningOptions;
  /** What messages of the service refer to instead of holding it. */
  readonly kept?: KeptField;
}

/** The same, when it has to be made from other providers. */
export interface MessagingAsyncOptions extends Pick<ModuleMetadata, 'imports'> {
  readonly inject?: FactoryProvider['inject'];
  readonly useFactory: (...dependencies: never[]) => MessagingOptions | Promise<MessagingOptions>;
}

const OPTIONS = Symbol('messaging options');
/** There are none where nothing reads them, as in most tests. */
const METRICS = { token: Metrics, optional: true };

/**
 * Relay, transport, retry worker and pruner of a service: started when the application is, stopped before its database goes. Consumers are
 * connected by `connectConsumers(app)` and started by `app.startAllMicroservices()`.
 */
@Module({})
export class MessagingModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
    @Inject(KafkaTransport) private readonly transport: KafkaTransport,
    @Inject(ParkingWorker) private readonly parking: ParkingWorker,
    @Inject(Pruner) private readonly pruner: Pruner,
    @Inject(ConsumerLag) private readonly lag: ConsumerLag,
  ) {}

  static forRoot(options: MessagingOptions): DynamicModule {
    return MessagingModule.forRootAsync({ useFactory: () => options });
  }

  static forRootAsync({ imports = [], inject = [], useFactory }: MessagingAsyncOptions): DynamicModule {
    return {
      module: MessagingModule,
      global: true,
      imports,
      providers: [
        { provide: OPTIONS, inject, useFactory } as FactoryProvider,
        {
          provide: OutboxRelay,
          inject: [OPTIONS],
          useFactory: (options: MessagingOptions) => new OutboxRelay(options),
        },
        {
          provide: KafkaTransport,
          inject: [OPTIONS, METRICS],
          useFactory: (options: MessagingOptions, metrics?: Metrics) =>
            new KafkaTransport({ ...options, onProcessed: metrics && countMessages(metrics) }),
        },
        {
          provide: ConsumerLag,
          inject: [OPTIONS, KafkaTransport, METRICS],
          useFactory: (options: MessagingOptions, { handlers }: KafkaTransport, metrics?: Metrics) => {
            const lag = new ConsumerLag({ ...options, topics: () => handlers.topics });
            if (metrics) measureLag(metrics, lag);
            if (metrics) measureQueues(metrics, options.dataSource);
            return lag;
          },
        },
        {
          provide: ParkingWorker,
          inject: [OPTIONS, KafkaTransport],
          useFactory: ({ dataSource, logger, now }: MessagingOptions, transport: KafkaTransport) =>
            new ParkingWorker({ transport, dataSource, logger, ...(now ? { now } : {}) }),
        },
        {
          provide: Pruner,
          inject: [OPTIONS],
          useFactory: ({ dataSource, logger, pruning }: MessagingOptions) => {
            const { inboxRetentionDays, intervalMs, tasks = [] } = pruning;
            return new Pruner({ dataSource, logger, intervalMs, tasks: [inboxPruning(inboxRetentionDays), ...tasks] });
          },
        },
      ],
      exports: [OutboxRelay, KafkaTransport, ParkingWorker, Pruner],
    };
  }

  onApplicationBootstrap(): void {
    this.relay.start();
    this.pruner.start();
    // Without handlers nothing was ever parked here.
    if (this.transport.handlers.topics.length > 0) this.parking.start();
  }

  /** First what produces messages, then what sends them. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.transport.close();
    await this.parking.stop();
    await this.pruner.stop();
    await this.relay.stop();
    await this.lag.close();
  }
}
