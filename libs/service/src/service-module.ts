import { measureEvents, onCommittedCommands, positionsCheck } from '@ci/event-store';
import { kafkaSettings, KafkaTransport, MessagingModule, OutboxRelay, pruningOf } from '@ci/messaging';
import { OperatorApiModule } from '@ci/operations';
import { MetricsModule } from './metrics/metrics.module.ts';
import { databaseChecks, DatabaseModule, type ServiceDatabaseOptions, WORKER_DATA_SOURCE } from '@ci/database';
import { HealthModule } from '@ci/http';
import { InternalTokenModule } from '@ci/security';
import { Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, LOGGER } from './injection-tokens.ts';
import type { PublicServiceConfig, ServiceConfig } from './service-config.ts';
import type {
  Instance,
  InstanceParts,
  MessagingParts,
  PublicServiceDefinition,
  ServiceDefinition,
} from './service-definition.ts';

type OnCrash = (error: Error) => void;

/** A service's root module. */
@Module({})
export class ServiceModule {
  static behindGateway<Config extends ServiceConfig, Overrides>(
    definition: ServiceDefinition<Config, Overrides>,
    instance: Instance<Config, Overrides>,
    onCrash: OnCrash,
  ): DynamicModule {
    const { name: service, operations: { onSkipped } = {}, controllers, consumers = [] } = definition;
    const { config } = instance;
    const parts = definition.parts?.(instance) ?? {};
    const { providers = [] } = parts;
    return rootModule(
      instance,
      { ...parts, providers: [wakeRelay, ...providers] },
      {
        imports: [
          database(definition, config, { rows: 'workspace' }),
          InternalTokenModule.forRoot({ audience: service, keys: config.INTERNAL_TOKEN_KEYS }),
          OperatorApiModule.forRoot({ service, keys: config.OPERATOR_TOKEN_KEYS, ...(onSkipped ? { onSkipped } : {}) }),
          messaging(service, instance, parts, onCrash),
          metrics(definition, instance),
          health(instance, KafkaTransport),
        ],
        controllers: [...controllers, ...consumers],
      },
    );
  }

  static forPublic<Config extends PublicServiceConfig, Overrides>(
    definition: PublicServiceDefinition<Config, Overrides>,
    instance: Instance<Config, Overrides>,
  ): DynamicModule {
    const { config } = instance;
    const pools = definition.pools?.(config) ?? {};
    return rootModule(instance, definition.parts?.(instance) ?? {}, {
      imports: [database(definition, config, { pools }), metrics(definition, instance), health(instance)],
      controllers: [...(definition.controllers ?? [])],
    });
  }
}

function rootModule(
  { config, logger }: Instance<unknown>,
  { modules = [], providers = [] }: InstanceParts,
  frame: Pick<DynamicModule, 'imports' | 'controllers'>,
): DynamicModule {
  return {
    ...frame,
    module: ServiceModule,
    global: true,
    imports: [...modules, ...(frame.imports ?? [])],
    providers: [{ provide: CONFIG, useValue: config }, { provide: LOGGER, useValue: logger }, ...providers],
    exports: [CONFIG, LOGGER],
  };
}

/** Messages are sent when they are committed, on either data source, not at the relay's next poll. */
const wakeRelay: FactoryProvider = {
  provide: Symbol('wakes the relay'),
  inject: [DataSource, WORKER_DATA_SOURCE, OutboxRelay],
  useFactory: (requests: DataSource, worker: DataSource, relay: OutboxRelay) => {
    for (const dataSource of [requests, worker])
      onCommittedCommands(dataSource, ({ messages }) => {
        if (messages > 0) relay.wake();
      });
    return relay;
  },
};

type Measured = Pick<ServiceDefinition<ServiceConfig>, 'name' | 'measures'>;

function database(
  { name, database: { entities } }: Pick<ServiceDefinition<ServiceConfig>, 'name' | 'database'>,
  config: PublicServiceConfig,
  options: Pick<ServiceDatabaseOptions, 'rows' | 'pools'>,
): DynamicModule {
  return DatabaseModule.forRoot({
    ...options,
    url: config.DATABASE_URL,
    schema: config.DATABASE_SCHEMA,
    poolSize: config.DATABASE_POOL_SIZE,
    worker: { url: config.WORKER_DATABASE_URL, poolSize: config.WORKER_DATABASE_POOL_SIZE },
    applicationName: name,
    ...(entities === undefined ? {} : { entities }),
  });
}

function messaging(
  service: string,
  { config, logger }: Instance<ServiceConfig>,
  { modules = [], pruning = [], kept, afterTransaction }: MessagingParts,
  onCrash: OnCrash,
): DynamicModule {
  return MessagingModule.forRootAsync({
    imports: [...modules],
    inject: [WORKER_DATA_SOURCE, ...(afterTransaction === undefined ? [] : [afterTransaction.provider])],
    useFactory: (dataSource: DataSource, provider: never) => ({
      service,
      kafka: kafkaSettings(config, service),
      dataSource,
      logger,
      onCrash,
      afterTransaction: afterTransaction && (() => afterTransaction.run(provider)),
      pruning: { ...pruningOf(config), tasks: pruning },
      ...(kept === undefined ? {} : { kept }),
    }),
  });
}

function metrics({ name, measures = [] }: Measured, { config, logger }: Instance<PublicServiceConfig>): DynamicModule {
  return MetricsModule.forRoot({ service: name, address: config, logger, measures: [measureEvents, ...measures] });
}

/** Of a public service the role for requests reads the positions: its role for other work may be busy with slow requests. */
function health({ logger }: Instance<PublicServiceConfig>, kafka?: typeof KafkaTransport): DynamicModule {
  return HealthModule.forRootAsync({
    inject: [DataSource, WORKER_DATA_SOURCE, ...(kafka ? [kafka] : [])],
    useFactory: (dataSource: DataSource, worker: DataSource, transport?: KafkaTransport) => ({
      checks: {
        ...databaseChecks([dataSource, worker], ({ message }) => logger.error(message)),
        events: positionsCheck(transport ? worker : dataSource, ({ message }) => logger.error(message)),
        ...(transport ? { kafka: () => transport.assertHealthy() } : {}),
      },
    }),
  });
}
