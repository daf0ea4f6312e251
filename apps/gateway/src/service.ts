import { poolToken, WORKER_DATA_SOURCE } from '@ci/database';
import { Metrics, type Logger } from '@ci/observability';
import { createPublicService } from '@ci/service';
import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ApiRoutes } from './api-routes.ts';
import { Admission } from './admit/admission.ts';
import { Authenticator } from './authenticate/authenticator.ts';
import { KnownKeys } from './authenticate/known-keys.ts';
import { LastUse } from './authenticate/last-use.ts';
import { BackgroundWork } from './background-work.ts';
import { ConsoleGuard } from './console-api/console.guard.ts';
import { consoleControllers } from './console-api/console-controllers.ts';
import { readConfig, SERVICE, serviceAddresses, type GatewayConfig } from './config.ts';
import { access } from './database/access.ts';
import { entities, migrations } from './database/schema.ts';
import { ApiDescription } from './describe-api/api-description.ts';
import { BudgetMetrics } from './limit-rates/budget-metrics.ts';
import { RateLimits } from './limit-rates/rate-limits.ts';
import { RateStore } from './limit-rates/rate-store.ts';
import { SharedBudgets } from './limit-rates/shared-budgets.ts';
import { operations } from './operations.ts';
import { provide } from './provide.ts';
import { ApiProxy } from './proxy/api-proxy.ts';
import { PageRoutes } from './page-routes.ts';
import { Sessions } from './sign-in/sessions.ts';
import { SignIn } from './sign-in/sign-in.ts';
import { Deletions } from './spread-deletions/deletions.ts';
import { UnreportedDeletions } from './spread-deletions/unreported-deletions.ts';
import { ClockSkew } from './upstream/clock-skew.ts';
import { InternalTokens } from './upstream/internal-tokens.ts';
import { Upstream } from './upstream/upstream.ts';

/** The connections for keys that were not met yet. */
const LOOKUPS = 'key-lookups';

/** What tests put in place of the real thing. */
export interface Overrides {
  /** By which sessions end. */
  readonly now: () => Date;
}

export const service = createPublicService<GatewayConfig, Overrides>({
  name: SERVICE,
  readConfig,
  database: { entities, migrations, access },
  operations,
  controllers: consoleControllers,
  pools: (config) => ({ [LOOKUPS]: { poolSize: config.KEY_LOOKUP_POOL_SIZE, variable: 'KEY_LOOKUP_POOL_SIZE' } }),
  http: (config) => ({ bodies: 'stream', trustProxy: config.TRUSTED_PROXIES ?? false }),
  parts: ({ config, logger, overrides: { now = () => new Date() } }) => ({
    providers: [...proxyProviders(config, logger), ...consoleProviders(now), ApiRoutes, PageRoutes, BackgroundWork],
  }),
});

function proxyProviders(config: GatewayConfig, logger: Logger): Provider[] {
  const services = serviceAddresses(config);
  return [
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
    provide(Upstream, [Metrics], (metrics: Metrics) => {
      const clocks = new ClockSkew();
      clocks.measure(metrics);
      return new Upstream(services, clocks);
    }),
    provide(
      Deletions,
      [DataSource, Upstream],
      (dataSource: DataSource, upstream: Upstream) =>
        new Deletions(upstream, new InternalTokens(services), new UnreportedDeletions(dataSource, logger), logger),
    ),
    provide(
      ApiProxy,
      [Upstream, Deletions],
      (upstream: Upstream, deletions: Deletions) =>
        new ApiProxy(upstream, new InternalTokens(services), deletions, logger),
    ),
    provide(ApiDescription, [Upstream], (upstream: Upstream) => new ApiDescription(upstream, logger)),
  ];
}

function consoleProviders(now: () => Date): Provider[] {
  return [
    provide(Sessions, [DataSource], (dataSource: DataSource) => new Sessions(dataSource, now)),
    {
      provide: SignIn,
      inject: [WORKER_DATA_SOURCE],
      useFactory: (worker: DataSource) => new SignIn(worker, now),
    },
    ConsoleGuard,
  ];
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
