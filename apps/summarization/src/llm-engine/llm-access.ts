import { AskingProvider } from './asking-provider.ts';
import type { LlmAccess } from './language-model.ts';
import type { LlmConfig } from './llm-config.ts';
import { askProvider } from './provider-model.ts';
import type { TokenAllowance } from './token-allowance.ts';

/** The configured language model, for the processes that write summaries. */
export function llmAccess({ settings, provider, limits }: LlmConfig, allowance: TokenAllowance): LlmAccess {
  const ask = askProvider(provider, settings);
  const parts = { ask, allowance, settings, limits, random: Math.random, now: () => performance.now() };
  return { settings, open: (analysis) => new AskingProvider(parts, analysis) };
}
