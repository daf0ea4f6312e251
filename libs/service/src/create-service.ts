import { openApiSchemas } from '@ci/contracts';
import { connectConsumers } from '@ci/messaging';
import { runOperations, type OperatedService } from '@ci/operations';
import { configOrExit } from '@ci/config';
import { migrateService } from '@ci/database';
import {
  createHttpService,
  describeControllers,
  endAfterCrash,
  listenOrExit,
  serveOpenApiFragment,
  writeDescription,
  type HttpServiceOptions,
  type OpenApiFragmentOptions,
} from '@ci/http';
import { createLogger, type Logger } from '@ci/observability';
import type { DynamicModule } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { PublicServiceConfig, ReadConfig, ServiceConfig } from './service-config.ts';
import type { Instance, PublicServiceDefinition, ServiceDefinition } from './service-definition.ts';
import { ServiceModule } from './service-module.ts';

/** How an instance is put together. */
export interface InstanceOptions<Config, Overrides> {
  readonly config: Config;
  readonly logger: Logger;
  readonly overrides?: Partial<Overrides>;
  /** Consuming has ended for good. Default: the process ends. */
  readonly onCrash?: (error: Error) => void;
  /** Default: yes. */
  readonly stopOnSignals?: boolean;
}

/** A service and its processes: each is the one line of a file that is started. */
export interface Service<Config, Overrides = object> {
  readonly name: string;
  readonly readConfig: ReadConfig<Config>;
  readonly operations: OperatedService;
  /** An instance, complete and not started. */
  readonly create: (options: InstanceOptions<Config, Overrides>) => Promise<NestFastifyApplication>;
  /** `main.ts`: an instance of the environment's configuration, until it is stopped. */
  readonly start: () => Promise<void>;
  /** `migrate.ts` */
  readonly migrate: () => Promise<void>;
  /** `operate.ts` */
  readonly operate: (argv: readonly string[]) => Promise<void>;
}

/** A service with its part of the API's description. */
export interface DescribedService<Config, Overrides = object> extends Service<Config, Overrides> {
  /** What `GET /internal/openapi.json` answers. */
  readonly description: () => ReturnType<typeof describeControllers>;
  /** `describe.ts`: a part of the build. Writes it. */
  readonly describe: () => Promise<void>;
}

/** A service behind the gateway. */
export function createService<Config extends ServiceConfig, Overrides = object>(
  definition: ServiceDefinition<Config, Overrides>,
): DescribedService<Config, Overrides> {
  const { name: service, api, controllers, operations = {} } = definition;
  const fragment: OpenApiFragmentOptions = { title: api.title, schemas: openApiSchemas };
  const description = () => describeControllers(controllers, fragment);
  return {
    ...processesOf(definition, {
      operations: { ...operations, service, messaging: true },
      moduleOf: (instance, onCrash) => ServiceModule.behindGateway(definition, instance, onCrash),
      httpOf: () => ({}),
      complete: (app) => {
        connectConsumers(app);
        serveOpenApiFragment(app, fragment);
      },
    }),
    description,
    describe: async () => writeDescription('dist/openapi-fragment.json', await description()),
  };
}

/** A service that anyone may reach. */
export function createPublicService<Config extends PublicServiceConfig, Overrides = object>(
  definition: PublicServiceDefinition<Config, Overrides>,
): Service<Config, Overrides> {
  const { name: service, operations = {} } = definition;
  return processesOf(definition, {
    operations: { ...operations, service, messaging: false },
    moduleOf: (instance) => ServiceModule.forPublic(definition, instance),
    httpOf: (config) => ({ ...definition.http?.(config), isPublic: true }),
    complete: () => undefined,
  });
}

interface Kind<Config, Overrides> {
  readonly operations: OperatedService;
  readonly moduleOf: (instance: Instance<Config, Overrides>, onCrash: (error: Error) => void) => DynamicModule;
  readonly httpOf: (config: Config) => Partial<HttpServiceOptions>;
  readonly complete: (app: NestFastifyApplication) => void;
}

type Common<Config, Overrides> = Pick<
  PublicServiceDefinition<Config & PublicServiceConfig, Overrides>,
  'name' | 'database' | 'prepare'
> & { readonly readConfig: ReadConfig<Config> };

function processesOf<Config extends PublicServiceConfig, Overrides>(
  { name: service, readConfig, database, prepare }: Common<Config, Overrides>,
  { operations, moduleOf, httpOf, complete }: Kind<Config, Overrides>,
): Service<Config, Overrides> {
  const create = async ({
    config,
    logger,
    overrides = {},
    onCrash = endAfterCrash(logger),
    stopOnSignals = true,
  }: InstanceOptions<Config, Overrides>): Promise<NestFastifyApplication> => {
    const instance = { config, logger, overrides };
    const app = await createHttpService(moduleOf(instance, onCrash), {
      ...httpOf(config),
      service,
      logger,
      stopOnSignals,
      drainMs: config.SHUTDOWN_DRAIN_MS,
      shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS,
      traces: config,
    });
    await prepare?.(app, instance);
    complete(app);
    return app;
  };
  return {
    name: service,
    readConfig,
    operations,
    create,
    start: async () => {
      const config = configOrExit(readConfig);
      const app = await create({ config, logger: createLogger({ service, level: config.LOG_LEVEL }) });
      await listenOrExit(app, config);
    },
    migrate: () => migrateService(service, database),
    operate: (argv) => runOperations(operations, argv),
  };
}
