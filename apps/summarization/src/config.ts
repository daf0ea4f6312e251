import { pruningConfig } from '@ci/messaging';
import {
  databaseConfig,
  httpConfig,
  internalTokenConfig,
  kafkaConfig,
  loadConfig,
  wholeNumber,
  workerDatabaseConfig,
  type Environment,
} from '@ci/platform';
import { z } from 'zod';
import { llmConfig, llmOf, type LlmConfig } from './llm-engine/llm-config.ts';

export const configSchema = z.object({
  ...httpConfig,
  ...databaseConfig,
  ...workerDatabaseConfig,
  ...kafkaConfig,
  ...pruningConfig,
  ...internalTokenConfig,
  ANALYSIS_PROCESSES: wholeNumber(1, 64).default(1).describe('Calls that one instance analyses at the same time'),
  ANALYSIS_TIMEOUT_MS: wholeNumber(1_000, 3_600_000)
    .default(600_000)
    .describe(
      'How long one attempt may take, waiting included; the engine’s own processor time is limited besides, by the call’s length',
    ),
  ANALYSIS_PRIORITY: wholeNumber(0, 19)
    .default(10)
    .describe(
      'How far analyses stand back behind all other processes of the machine: 0 not at all, 19 they take what the others leave',
    ),
  ...llmConfig,
});

export type SummarizationConfig = z.infer<typeof configSchema> & {
  readonly DATABASE_SCHEMA: string;
  /** Undefined: the embedded engine. */
  readonly llm: LlmConfig | undefined;
};

export function readConfig(env?: Environment): SummarizationConfig {
  const config = loadConfig(configSchema, env);
  return { ...config, DATABASE_SCHEMA: config.DATABASE_SCHEMA ?? 'summarization', llm: llmOf(config) };
}

/** Injection tokens of the configuration and of the logger. */
export const CONFIG = Symbol('SummarizationConfig');
export const LOGGER = Symbol('Logger');
