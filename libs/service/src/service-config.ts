import { pruningConfig } from '@ci/messaging';
import {
  databaseConfig,
  httpConfig,
  internalTokenConfig,
  kafkaConfig,
  workerDatabaseConfig,
  type Environment,
} from '@ci/config';
import type { z } from 'zod';

/** The variables of a service that anyone may reach: `z.object({ ...publicServiceConfig(SERVICE), … })`. */
export const publicServiceConfig = (service: string) => ({
  ...httpConfig,
  ...databaseConfig,
  ...workerDatabaseConfig,
  DATABASE_SCHEMA: databaseConfig.DATABASE_SCHEMA.default(service),
});

/** The variables of a service behind the gateway: `z.object({ ...serviceConfig(SERVICE), … })`. */
export const serviceConfig = (service: string) => ({
  ...publicServiceConfig(service),
  ...kafkaConfig,
  ...pruningConfig,
  ...internalTokenConfig,
});

export type PublicServiceConfig = Readonly<z.output<z.ZodObject<ReturnType<typeof publicServiceConfig>>>>;
export type ServiceConfig = Readonly<z.output<z.ZodObject<ReturnType<typeof serviceConfig>>>>;

/** Reads a service's configuration from the environment of the process, or from another one. */
export type ReadConfig<Config> = (environment?: Environment) => Config;
