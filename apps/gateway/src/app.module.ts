import { measureEvents, positionsCheck } from '@ci/event-store';
import {
  databaseChecks,
  DatabaseModule,
  HealthModule,
  Metrics,
  MetricsModule,
  poolToken,
  WORKER_DATA_SOURCE,
  type Logger,
} from '@ci/platform';
import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Admission } from './admit/admission.ts';
import { Authenticator } from './authenticate/authenticator.ts';
import { KnownKeys } from './authenticate/known-keys.ts';
import { LastUse } from './authenticate/last-use.ts';
import { CONFIG, serviceAddresses, type GatewayConfig } from './config.ts';
import { entities } from './database/schema.ts';
import { ApiDescription } from './describe-api/api-description.ts';
import { BudgetMetrics } from './limit-rates/budget-metrics.ts';
import { RateLimits } from './limit-rates/rate-limits.ts';
import { RateStore } from './limit-rates/rate-store.ts';
import { SharedBudgets } from './limit-rates/shared-budgets.ts';
import { provide } from './provide.ts';
import { consoleProviders } from './serve-console/console-providers.ts';
import { InternalTokens } from './upstream/internal-tokens.ts';
import { ClockSkew } from './upstream/clock-skew.ts';
import { ApiProxy } from './proxy/api-proxy.ts';
import { Upstream } from './upstream/upstream.ts';
import { Deletions } from './spread-deletions/deletions.ts';
import { UntoldDeletions } from './spread-deletions/untold-deletions.ts';

/** The connections for keys that were not met yet. */
const LOOKUPS = 'key-lookups';

/** What the gateway is made of, and what it stands on. */
@Module({})
export class AppModule implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    @Inject(KnownKeys) private readonly keys: KnownKeys,
    @Inject(LastUse) private readonly lastUse: LastUse,
    @Inject(SharedBudgets) private readonly budgets: SharedBudgets,
    @Inject(ApiDescription) private readonly description: ApiDescription,
    @Inject(Deletions) private readonly deletions: Deletions,
    @Inject(Upstream) private readonly upstream: Upstream,
  ) {}

  /** `now`: by which sessions end; tests hand in their own. */
  static forRoot(config: GatewayConfig, logger: Logger, now = () => new Date()): DynamicModule {
    const services = serviceAddresses(config);
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot({
          url: config.DATABASE_URL,
          schema: config.DATABASE_SCHEMA,
          poolSize: config.DATABASE_POOL_SIZE,
          worker: { url: config.WORKER_DATABASE_URL, poolSize: config.WORKER_DATABASE_POOL_SIZE },
          pools: { [LOOKUPS]: { poolSize: config.KEY_LOOKUP_POOL_SIZE, variable: 'KEY_LOOKUP_POOL_SIZE' } },
          applicationName: 'gateway',
          entities,
        }),
        MetricsModule.forRoot({ service: 'gateway', address: config, logger, measures: [measureEvents] }),
        HealthModule.forRootAsync({
          inject: [DataSource, WORKER_DATA_SOURCE],
          // The services have a readiness of their own: one that is away takes its own paths with it, not all.
          useFactory: (dataSource: DataSource, worker: DataSource) => ({
            checks: {
              ...databaseChecks([dataSource, worker], ({ message }) => logger.error(message)),
              events: positionsCheck(dataSource, ({ message }) => logger.error(message)),
            },
          }),
        }),
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        {
          provide: KnownKeys,
          inject: [DataSource, poolToken(LOOKUPS)],
          useFactory: (dataSource: DataSource, lookups: DataSource) => new KnownKeys(dataSource, lookups, logger),
        },
        provide(LastUse, [DataSource], (dataSource: DataSource) => new LastUse(dataSource, logger)),
        provide(
          SharedBudgets,
          [DataSource, Metrics],
          (dataSource: DataSource, metrics: Metrics) =>
            new SharedBudgets(new RateStore(dataSource), logger, new BudgetMetrics(metrics)),
        ),
        provide(RateLimits, [SharedBudgets], (budgets: SharedBudgets) => new RateLimits(budgets, rateSettings(config))),
        provide(
          Authenticator,
          [KnownKeys, LastUse, RateLimits],
          (keys: KnownKeys, lastUse: LastUse, limits: RateLimits) => new Authenticator(keys, lastUse, limits),
        ),
        provide(Admission, [RateLimits], (limits: RateLimits) => new Admission(limits)),
        ...consoleProviders(now),
        provide(Upstream, [Metrics], (metrics: Metrics) => {
          const clocks = new ClockSkew();
          clocks.measure(metrics);
          return new Upstream(services, clocks);
        }),
        provide(
          Deletions,
          [DataSource, Upstream],
          (dataSource: DataSource, upstream: Upstream) =>
            new Deletions(upstream, new InternalTokens(services), new UntoldDeletions(dataSource, logger), logger),
        ),
        provide(
          ApiProxy,
          [Upstream, Deletions],
          (upstream: Upstream, deletions: Deletions) =>
            new ApiProxy(upstream, new InternalTokens(services), deletions, logger),
        ),
        provide(ApiDescription, [Upstream], (upstream: Upstream) => new ApiDescription(upstream, logger)),
      ],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await Promise.all([this.keys.start(), this.deletions.start()]);
    this.lastUse.start();
    this.budgets.start();
    this.description.start();
  }

  /** While the database is still connected. Requests that are being answered read keys anew. */
  async beforeApplicationShutdown(): Promise<void> {
    this.description.stop();
    this.keys.stop();
    this.deletions.stop();
    await this.lastUse.stop();
    await this.budgets.stop();
  }

  /** When HTTP has ended: until then responses are forwarded. */
  async onApplicationShutdown(): Promise<void> {
    await this.upstream.close();
  }
}

function rateSettings(config: GatewayConfig) {
  return {
    enabled: config.RATE_LIMITS === 'on',
    requestsPerMinute: config.REQUESTS_PER_MINUTE,
    recordedCallsPerMinute: config.RECORDED_CALLS_PER_MINUTE,
    failedKeysPerMinute: config.FAILED_KEYS_PER_MINUTE,
    signInsPerMinute: config.SIGN_INS_PER_MINUTE,
  };
}
