import { encryptionConfig, loadConfig, type Environment } from '@ci/config';
import { serviceConfig } from '@ci/service';
import { z } from 'zod';

export const SERVICE = 'ingestion';

/** Every variable of the service; its README's table is made of this. */
export const configSchema = z.object({
  ...serviceConfig(SERVICE),
  ...encryptionConfig,
});
export type IngestionConfig = Readonly<z.output<typeof configSchema>>;

export function readConfig(environment: Environment = process.env): IngestionConfig {
  return loadConfig(configSchema, environment);
}
