import { ConfigError, SecretKey, wholeNumber } from '@ci/config';
import { z } from 'zod';
import type { ModelSettings } from './language-model.ts';

/** The variables of the language model. None of them counts while `SUMMARY_ENGINE` is `embedded`. */
export const llmConfig = {
  SUMMARY_ENGINE: z
    .enum(['embedded', 'llm'])
    .default('embedded')
    .describe(
      'The engine that writes summaries: `embedded`, without any network, or `llm`, which sends transcripts to a provider',
    ),
  LLM_PROVIDER: z
    .enum(['openai-compatible', 'anthropic'])
    .default('openai-compatible')
    .describe('The protocol: OpenAI chat completions, or Anthropic messages'),
  LLM_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Up to and with the version (`http://127.0.0.1:11434/v1`); with `anthropic`, https://api.anthropic.com/v1 if absent',
    ),
  // In a header, a forbidden character would cause an error that shows the key.
  LLM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .transform((text) => new SecretKey('LLM_API_KEY', Buffer.from(text)))
    .optional()
    .describe('Secret. Needed with `anthropic`; elsewhere sent if there is one'),
  LLM_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .optional()
    .describe("The model's name, as the provider writes it; shown with each summary"),
  LLM_CONTEXT_TOKENS: wholeNumber(8_192, 10_000_000)
    .default(32_768)
    .describe("The model's context. A call that does not fit is read in parts"),
  LLM_OUTPUT_TOKENS: wholeNumber(512, 64_000)
    .default(4_096)
    .describe('The longest answer; at most a fifth of what the context leaves after 5,000'),
  LLM_JSON: z
    .enum(['schema', 'object'])
    .default('schema')
    .describe('`object` for an OpenAI-compatible server that knows no JSON schemas: it gets the schema in words'),
  LLM_TEMPERATURE: z.enum(['0', 'omit']).default('0').describe('`omit` for models that refuse the parameter'),
  LLM_REQUEST_TIMEOUT_MS: wholeNumber(1_000, 290_000).default(120_000).describe('How long one request may take'),
  LLM_TIMEOUT_MS: wholeNumber(1_000, 3_500_000)
    .default(300_000)
    .describe('How long all requests for one call may take; a minute less than `ANALYSIS_TIMEOUT_MS` at most'),
  LLM_RETRIES: wholeNumber(0, 10)
    .default(2)
    .describe('How often a request is repeated after 429, 5xx or a broken connection'),
  LLM_REQUEST_TOKENS: wholeNumber(8_192, 10_000_000)
    .optional()
    .describe('The most that one request and its answer may take; the context if absent'),
  LLM_DAILY_TOKENS: wholeNumber(0, 1_000_000_000_000)
    .default(1_000_000)
    .describe('The most that one workspace may use in a day (UTC); then the embedded engine writes'),
} as const;

type LlmVariables = z.infer<z.ZodObject<typeof llmConfig>> & { readonly ANALYSIS_TIMEOUT_MS: number };

export interface ProviderSettings {
  readonly provider: 'openai-compatible' | 'anthropic';
  readonly baseUrl: string;
  readonly apiKey: SecretKey | undefined;
  readonly temperature: 0 | undefined;
}

export interface RequestLimits {
  readonly requestTimeoutMs: number;
  readonly timeoutMs: number;
  readonly retries: number;
  /** Before the first repetition, about. */
  readonly retryWaitMs: number;
  readonly dailyTokens: number;
}

export interface LlmConfig {
  readonly settings: ModelSettings;
  readonly provider: ProviderSettings;
  readonly limits: RequestLimits;
}

/** The language model of this configuration; undefined for the embedded engine. Throws when something is missing or does not go together. */
export function llmOf(config: LlmVariables): LlmConfig | undefined {
  if (config.SUMMARY_ENGINE === 'embedded') return undefined;
  const { LLM_PROVIDER: provider, LLM_MODEL: model, LLM_API_KEY: apiKey } = config;
  const baseUrl = config.LLM_BASE_URL ?? (provider === 'anthropic' ? 'https://api.anthropic.com/v1' : undefined);
  const problems = problemsOf(config, baseUrl);
  if (problems.length > 0 || model === undefined || baseUrl === undefined) throw new ConfigError(problems);
  return {
    settings: {
      model,
      contextTokens: contextOf(config),
      outputTokens: config.LLM_OUTPUT_TOKENS,
      schemaEnforced: provider === 'anthropic' || config.LLM_JSON === 'schema',
    },
    provider: { provider, baseUrl, apiKey, temperature: config.LLM_TEMPERATURE === '0' ? 0 : undefined },
    limits: {
      requestTimeoutMs: config.LLM_REQUEST_TIMEOUT_MS,
      timeoutMs: config.LLM_TIMEOUT_MS,
      retries: config.LLM_RETRIES,
      retryWaitMs: 1_000,
      dailyTokens: config.LLM_DAILY_TOKENS,
    },
  };
}

const contextOf = ({ LLM_CONTEXT_TOKENS: context, LLM_REQUEST_TOKENS: request }: LlmVariables): number =>
  Math.min(context, request ?? context);

function problemsOf(config: LlmVariables, baseUrl: string | undefined): { variable: string; problem: string }[] {
  const needed = 'missing, and SUMMARY_ENGINE=llm needs it';
  const longest = Math.floor((contextOf(config) - 5_000) / 5);
  return [
    ...(config.LLM_MODEL === undefined ? [{ variable: 'LLM_MODEL', problem: needed }] : []),
    ...(baseUrl === undefined ? [{ variable: 'LLM_BASE_URL', problem: needed }] : []),
    ...(config.LLM_PROVIDER === 'anthropic' && config.LLM_API_KEY === undefined
      ? [{ variable: 'LLM_API_KEY', problem: 'missing, and LLM_PROVIDER=anthropic needs it' }]
      : []),
    ...(config.LLM_OUTPUT_TOKENS > longest
      ? [{ variable: 'LLM_OUTPUT_TOKENS', problem: `at most ${String(longest)} with this context` }]
      : []),
    ...(config.LLM_TIMEOUT_MS + 60_000 > config.ANALYSIS_TIMEOUT_MS
      ? [{ variable: 'LLM_TIMEOUT_MS', problem: 'must be a minute less than ANALYSIS_TIMEOUT_MS' }]
      : []),
  ];
}
