import type { MessagingOptions, PruneTask } from '@ci/messaging';
import type { ServiceOperations } from '@ci/operations';
import type { MetricsModuleOptions } from './metrics/metrics.module.ts';
import type { ServiceDatabaseOptions, ServiceSchema } from '@ci/database';
import type { HttpServiceOptions, OpenApiFragmentOptions } from '@ci/http';
import type { Logger } from '@ci/observability';
import type { DynamicModule, Provider, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { PublicServiceConfig, ReadConfig, ServiceConfig } from './service-config.ts';

/** What the parts of one instance are made of. */
export interface Instance<Config, Overrides = object> {
  readonly config: Config;
  readonly logger: Logger;
  /** What a test puts in place of the real thing. */
  readonly overrides: Partial<Overrides>;
}

/** What one instance consists of beside the frame. */
export interface InstanceParts {
  readonly modules?: readonly DynamicModule[];
  readonly providers?: readonly Provider[];
}

/** The same of a service with messages. */
export interface MessagingParts extends InstanceParts {
  /** Rows that are removed when they are over, beside those of the inbox. */
  readonly pruning?: readonly PruneTask[];
  readonly kept?: MessagingOptions['kept'];
  /** Runs after each transaction of a consumer, with a provider of `modules`. */
  readonly afterTransaction?: AfterTransaction;
}

export interface AfterTransaction {
  readonly provider: Type;
  readonly run: (provider: never) => Promise<void>;
}

interface Definition<Config, Overrides, Parts> {
  /** Also the schema, the consumer group, and the audience of tokens. */
  readonly name: string;
  readonly readConfig: ReadConfig<Config>;
  readonly database: ServiceSchema & Pick<ServiceDatabaseOptions, 'entities'>;
  /** What operators can do with it. */
  readonly operations?: ServiceOperations;
  readonly measures?: MetricsModuleOptions['measures'];
  readonly parts?: (instance: Instance<Config, Overrides>) => Parts;
  /** Completes the application before it listens. */
  readonly prepare?: (app: NestFastifyApplication, instance: Instance<Config, Overrides>) => Promise<void> | void;
}

/** A service that the gateway alone may speak to. It stores events, and sends and consumes messages. */
export interface ServiceDefinition<Config extends ServiceConfig, Overrides = object> extends Definition<
  Config,
  Overrides,
  MessagingParts
> {
  /** Its part of the API's description. */
  readonly api: Pick<OpenApiFragmentOptions, 'title'>;
  readonly controllers: readonly Type[];
  readonly consumers?: readonly Type[];
}

/** A service that anyone may reach, as the gateway. It stores events, and has no messages. */
export interface PublicServiceDefinition<Config extends PublicServiceConfig, Overrides = object> extends Definition<
  Config,
  Overrides,
  InstanceParts
> {
  readonly controllers?: readonly Type[];
  /** Further connections for requests. */
  readonly pools?: (config: Config) => NonNullable<ServiceDatabaseOptions['pools']>;
  readonly http?: (config: Config) => Pick<HttpServiceOptions, 'bodies' | 'trustProxy'>;
}
