import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type {
  JSONSchema7,
  LanguageModelV4,
  LanguageModelV4GenerateResult,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import { draftSchema } from './draft.ts';
import type { ModelMessage, ModelSettings } from './language-model.ts';
import type { ProviderSettings } from './llm-config.ts';
import { failureOf, type ProviderFailure } from './provider-failure.ts';

export interface PlainRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
}

export type ProviderAnswer =
  /** `tokens`: what the provider says it took, if it says so. */
  | { readonly kind: 'text'; readonly text: string; readonly tokens: number | undefined }
  | ({ readonly kind: 'failed' } & ProviderFailure);

/** One request to the provider and its answer: no retry, no second thought. Rejects only when `signal` ends it. */
export type AskProvider = (request: PlainRequest, signal: AbortSignal) => Promise<ProviderAnswer>;

/** The provider's protocol behind one function. The libraries read no environment and send nothing but the request. */
export function askProvider(provider: ProviderSettings, settings: ModelSettings): AskProvider {
  const model = modelOf(provider, settings);
  return async ({ system, messages }, signal) => {
    try {
      const result = await model.doGenerate({
        prompt: promptOf(system, messages),
        maxOutputTokens: settings.outputTokens,
        ...(provider.temperature === undefined ? {} : { temperature: provider.temperature }),
        responseFormat: { type: 'json', name: 'summary', schema: draftSchema as JSONSchema7 },
        abortSignal: signal,
      });
      return answerOf(result);
    } catch (error) {
      signal.throwIfAborted();
      return { kind: 'failed', ...failureOf(error, new Date()) };
    }
  };
}

function modelOf({ provider, baseUrl, apiKey }: ProviderSettings, settings: ModelSettings): LanguageModelV4 {
  const key = apiKey === undefined ? {} : { apiKey: Buffer.from(apiKey.secret).toString() };
  const options = { baseURL: baseUrl, ...key, fetch: withoutRedirects };
  if (provider === 'anthropic') return createAnthropic(options)(settings.model);
  return createOpenAICompatible({
    ...options,
    name: 'llm',
    supportsStructuredOutputs: settings.schemaEnforced,
    transformRequestBody: (body) => (namesLimitAnew(baseUrl) ? renamedLimit(body) : body),
  }).chatModel(settings.model);
}

/** A key and a transcript go to the configured address and to no other. */
const withoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });

/** OpenAI itself has given the limit another name, which the servers that follow it do not all know. */
const namesLimitAnew = (baseUrl: string) => new URL(baseUrl).hostname === 'api.openai.com';

function renamedLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens };
}

function promptOf(system: string, messages: readonly ModelMessage[]): LanguageModelV4Prompt {
  return [
    { role: 'system', content: system },
    ...messages.map(({ role, text }) => ({ role, content: [{ type: 'text' as const, text }] })),
  ];
}

function answerOf({ content, finishReason, usage }: LanguageModelV4GenerateResult): ProviderAnswer {
  const { inputTokens, outputTokens } = usage;
  const known = inputTokens.total !== undefined && outputTokens.total !== undefined;
  const tokens = known ? (inputTokens.total ?? 0) + (outputTokens.total ?? 0) : undefined;
  const ended = { retryable: false, retryAfterMs: undefined, tokens };
  if (finishReason.unified === 'length') {
    return { kind: 'failed', reason: 'truncated', detail: 'the answer reached its limit', ...ended };
  }
  if (finishReason.unified === 'content-filter') {
    return { kind: 'failed', reason: 'refused', detail: 'the model or its provider refused', ...ended };
  }
  return { kind: 'text', text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''), tokens };
}
