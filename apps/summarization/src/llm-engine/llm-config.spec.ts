import { inspect } from 'node:util';
import { readConfig } from '../config.ts';

const ring = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const service = {
  PORT: '0',
  DATABASE_URL: 'postgres://a@127.0.0.1/a',
  WORKER_DATABASE_URL: 'postgres://b@127.0.0.1/a',
  KAFKA_BROKERS: '127.0.0.1:1',
  INTERNAL_TOKEN_KEYS: ring,
  CURSOR_KEYS: ring,
};
const read = (variables: Record<string, string>) => readConfig({ ...service, ...variables });
const local = { SUMMARY_ENGINE: 'llm', LLM_BASE_URL: 'http://127.0.0.1:11434/v1', LLM_MODEL: 'qwen3' };
const claude = { SUMMARY_ENGINE: 'llm', LLM_PROVIDER: 'anthropic', LLM_MODEL: 'claude-x', LLM_API_KEY: 'sk-hidden' };

it('the embedded engine needs nothing, and no variable of the other counts', () => {
  expect(read({}).llm).toBeUndefined();
  expect(read({ ...local, SUMMARY_ENGINE: 'embedded' }).llm).toBeUndefined();
});

it('a local server needs no key', () => {
  expect(read(local).llm).toMatchObject({
    settings: { model: 'qwen3', contextTokens: 32_768, outputTokens: 4_096, schemaEnforced: true },
    provider: { provider: 'openai-compatible', apiKey: undefined, temperature: 0 },
    limits: { retries: 2, dailyTokens: 1_000_000 },
  });
});

it('Anthropic has an address of its own, and the key does not show itself', () => {
  const config = read(claude);
  expect(config.llm?.provider.baseUrl).toBe('https://api.anthropic.com/v1');
  expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toContain('sk-hidden');
  // These go to the engine's process, as an argument.
  expect(Object.keys(config.llm?.settings ?? {})).toEqual(['model', 'contextTokens', 'outputTokens', 'schemaEnforced']);
  expect(Buffer.from(config.llm?.provider.apiKey?.secret ?? []).toString()).toBe('sk-hidden');
});

it('the smaller of context and cap of a request counts', () => {
  expect(read({ ...local, LLM_REQUEST_TOKENS: '28000' }).llm?.settings.contextTokens).toBe(28_000);
});

it.each([
  [
    { SUMMARY_ENGINE: 'llm' },
    'LLM_MODEL (missing, and SUMMARY_ENGINE=llm needs it), LLM_BASE_URL (missing, and SUMMARY_ENGINE=llm needs it)',
  ],
  [{ SUMMARY_ENGINE: 'gpt' }, 'SUMMARY_ENGINE (invalid)'],
  [{ ...local, LLM_BASE_URL: 'ftp://hidden' }, 'LLM_BASE_URL (invalid)'],
  [{ ...local, LLM_API_KEY: 'hidden\nkey' }, 'LLM_API_KEY (invalid)'],
  [{ ...claude, LLM_API_KEY: '' }, 'LLM_API_KEY (missing, and LLM_PROVIDER=anthropic needs it)'],
  [{ ...local, LLM_CONTEXT_TOKENS: '8192' }, 'LLM_OUTPUT_TOKENS (at most 638 with this context)'],
  [{ ...local, LLM_TIMEOUT_MS: '600000' }, 'LLM_TIMEOUT_MS (must be a minute less than ANALYSIS_TIMEOUT_MS)'],
])('%j is refused in one line', (variables, problem) => {
  expect(() => read(variables)).toThrow(`Bad configuration: ${problem}`);
  expect(() => read(variables)).not.toThrow(/hidden|\n/);
});
