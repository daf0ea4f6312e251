import { loadConfig, wholeNumber, type Environment } from '@ci/config';
import { serviceConfig } from '@ci/service';
import { z } from 'zod';
import { llmConfig, llmOf, type LlmConfig } from './llm-engine/llm-config.ts';

export const SERVICE = 'summarization';

export const configSchema = z.object({
  ...serviceConfig(SERVICE),
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
  /** Undefined: the embedded engine. */
  readonly llm: LlmConfig | undefined;
};

export function readConfig(env?: Environment): SummarizationConfig {
  const config = loadConfig(configSchema, env);
  return { ...config, llm: llmOf(config) };
}
