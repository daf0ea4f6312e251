import { loadConfig, type Environment } from '@ci/config';
import { serviceConfig } from '@ci/service';
import { z } from 'zod';

export const SERVICE = 'blank';

/** Every variable of the service; its README's table is made of this. */
export const configSchema = z.object({ ...serviceConfig(SERVICE) });

export type BlankConfig = Readonly<z.output<typeof configSchema>>;

export function readConfig(environment: Environment = process.env): BlankConfig {
  return loadConfig(configSchema, environment);
}
