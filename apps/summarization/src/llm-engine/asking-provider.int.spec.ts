import { SecretKey } from '@ci/config';
import { until } from '@ci/testing';
import {
  startFakeLlmServer,
  type Answering,
  type FakeLlmServer,
  type Given,
  type Protocol,
} from '../../test/fake-llm-server.ts';
import { AskingProvider } from './asking-provider.ts';
import { draftSchema } from './draft.ts';
import type { ModelAnswer, ModelSettings } from './language-model.ts';
import type { RequestLimits } from './llm-config.ts';
import { askProvider } from './provider-model.ts';
import type { Reservation, Wanted } from './token-allowance.ts';

const never = new AbortController().signal;
const settings: ModelSettings = { model: 'fake-1', contextTokens: 32_768, outputTokens: 1_024, schemaEnforced: true };
const limits: RequestLimits = {
  requestTimeoutMs: 20_000,
  timeoutMs: 60_000,
  retries: 2,
  retryWaitMs: 20,
  dailyTokens: 1_000_000,
};
const apiKey = new SecretKey('LLM_API_KEY', Buffer.from('sk-secret-1'));

/** What is set aside and given back, as the table would do it for one workspace. */
class Ledger {
  used = 0;
  async reserve(workspaceId: string, { tokens, ahead, cap }: Wanted): Promise<Reservation | undefined> {
    if (this.used + tokens + ahead > cap) return undefined;
    this.used += tokens;
    return { workspaceId, day: '2026-11-21', tokens };
  }
  async settle({ tokens }: Reservation, taken: number): Promise<void> {
    this.used += taken - tokens;
  }
}

const text: Given = { text: '{"a":1}', tokens: 200 };
const request = {
  system: 'Do it.',
  messages: [{ role: 'user' as const, text: 'secret words of the call' }],
  tokensAhead: 0,
};

describe.each<Protocol>(['openai-compatible', 'anthropic'])('over the protocol %s', (protocol) => {
  let server: FakeLlmServer;
  beforeAll(async () => {
    server = await startFakeLlmServer(() => text);
  });
  afterAll(() => server.stop());

  async function ask(
    answering: Answering,
    {
      signal = never,
      baseUrl = server.baseUrl,
      tokensAhead = 0,
      ...changes
    }: Partial<RequestLimits> & {
      signal?: AbortSignal;
      baseUrl?: string;
      tokensAhead?: number;
    } = {},
    asked = request,
  ): Promise<{ answer: ModelAnswer; used: number; requests: number; ms: number }> {
    server.answer(answering);
    const allowance = new Ledger();
    const provider = askProvider({ provider: protocol, baseUrl, apiKey, temperature: 0 }, settings);
    const parts = {
      ask: provider,
      allowance,
      settings,
      limits: { ...limits, ...changes },
      random: () => 0.5,
      now: () => performance.now(),
    };
    const started = performance.now();
    const answer = await new AskingProvider(parts, { workspaceId: 'wsp_1', signal }).complete({
      ...asked,
      tokensAhead,
    });
    return { answer, used: allowance.used, requests: server.asked.length, ms: performance.now() - started };
  }

  const failed = (reason: string, detail: unknown = expect.any(String)) => ({ kind: 'failed', reason, detail });
  const thenText =
    (...first: Given[]): Answering =>
    (_asked, count) =>
      first[count - 1] ?? text;

  it('asks for JSON of the schema, at temperature 0, with the key in a header alone', async () => {
    expect(await ask(() => text)).toMatchObject({ answer: { kind: 'text', text: '{"a":1}' }, used: 210, requests: 1 });
    const [asked] = server.asked;
    expect(asked).toMatchObject({
      system: 'Do it.',
      messages: [{ role: 'user', text: 'secret words of the call' }],
      body: { model: 'fake-1', max_tokens: 1_024, temperature: 0 },
    });
    const sent = JSON.stringify(asked?.body);
    const key = protocol === 'anthropic' ? asked?.headers['x-api-key'] : asked?.headers.authorization;
    expect([key, sent.includes('sk-secret')]).toEqual([
      protocol === 'anthropic' ? 'sk-secret-1' : 'Bearer sk-secret-1',
      false,
    ]);
    for (const field of Object.keys(draftSchema.properties)) expect(sent).toContain(`"${field}"`);
  });

  it.each([429, 500, 503])('repeats after %i, and pays only for the answer', async (status) => {
    expect(await ask(thenText({ status }, { status }))).toMatchObject({
      answer: { kind: 'text' },
      used: 210,
      requests: 3,
    });
  });

  it('waits as long as it is told', async () => {
    const { answer, ms } = await ask(thenText({ status: 429, headers: { 'retry-after': '1' } }));
    expect(answer).toMatchObject({ kind: 'text' });
    expect(ms).toBeGreaterThanOrEqual(1_000);
  });

  it('gives up at once when it is told to wait longer than there is time', async () => {
    const soon = new Date(Date.now() + 3_600_000).toUTCString();
    for (const wait of ['3600', soon]) {
      const { answer, requests } = await ask(() => ({ status: 429, headers: { 'retry-after': wait } }));
      expect([answer, requests]).toEqual([failed('rate_limited', 'HTTP 429, attempt 1'), 1]);
    }
  });

  it.each<[string, Given, string, number]>([
    ['429 for good', { status: 429 }, 'rate_limited', 3],
    ['500 for good', { status: 500 }, 'provider_unavailable', 3],
    ['529 for good', { status: 529 }, 'provider_unavailable', 3],
    ['400', { status: 400 }, 'provider_rejected', 1],
    ['401', { status: 401 }, 'provider_rejected', 1],
    ['an answer that is cut off', { fault: 'cut' }, 'provider_unavailable', 3],
    ['a connection that is cut off', { fault: 'reset' }, 'provider_unavailable', 3],
    ['a page of a proxy', { fault: 'garbage' }, 'provider_unavailable', 3],
    ['a refusal', { text: 'I cannot help with that.', stop: 'refusal' }, 'refused', 1],
    ['a truncated answer', { text: '{"overview": [', stop: 'length' }, 'truncated', 1],
  ])('%s is told without a word of call or key', async (_name, given, reason, requests) => {
    const done = await ask(() => given);
    expect(done).toMatchObject({ answer: failed(reason), requests });
    expect(JSON.stringify(done)).not.toMatch(/secret|cannot help|overview/);
  });

  it.each<Given>([{ fault: 'cut' }, { fault: 'reset' }])(
    '%j may have been charged for: what was set aside stays so',
    async (given) => {
      const { used } = await ask(thenText(given));
      expect(used).toBeGreaterThan(1_024 + 210);
    },
  );

  it('a redirection is not followed: key and transcript go nowhere else', async () => {
    const location = `${server.baseUrl}/${protocol === 'anthropic' ? 'messages' : 'chat/completions'}`;
    const { answer, requests } = await ask(thenText({ status: 307, headers: { location } }), { retries: 0 });
    expect([answer, requests]).toEqual([failed('provider_unavailable'), 1]);
  });

  it('a server that is away is unavailable', async () => {
    const { answer, requests } = await ask(() => text, { baseUrl: 'http://127.0.0.1:1/v1' });
    expect([answer, requests]).toEqual([failed('provider_unavailable', expect.stringContaining('no answer')), 0]);
  });

  it('a server that hangs is given up after the time of a request, and not asked again', async () => {
    const times = { requestTimeoutMs: 2_000, timeoutMs: 3_600_000 };
    const { answer, requests } = await ask(() => ({ fault: 'hang' }), times);
    expect([answer, requests]).toEqual([failed('timed_out', 'out of time, attempt 1'), 1]);
  });

  it('all requests together have their time, too', async () => {
    const { answer } = await ask(() => ({ fault: 'hang' }), { timeoutMs: 2_000 });
    expect(answer).toEqual(failed('timed_out'));
    // Else it may arrive while the next ones are counted.
    await until(() => server.left() === 1);
    const { requests } = await ask(() => ({ status: 500 }), { timeoutMs: 30_000, retryWaitMs: 60_000 });
    expect(requests).toBe(1);
  });

  it('ends with the analysis', async () => {
    const stop = new AbortController();
    const { answer } = await ask(
      () => {
        stop.abort();
        return { fault: 'hang' };
      },
      { signal: stop.signal },
    );
    expect(answer).toMatchObject({ kind: 'failed' });
  });

  it('nothing is asked that is larger than one request may be', async () => {
    const long = { ...request, messages: [{ role: 'user' as const, text: 'word '.repeat(20_000) }] };
    expect(await ask(() => text, {}, long)).toMatchObject({ answer: failed('too_long'), requests: 0, used: 0 });
  });

  it('nothing is asked beyond the cap, nor when what comes after it is beyond', async () => {
    const capReached = { answer: failed('daily_cap_reached'), requests: 0, used: 0 };
    expect(await ask(() => text, { dailyTokens: 1_000 })).toMatchObject(capReached);
    expect(await ask(() => text, { dailyTokens: 2_000, tokensAhead: 1_000 })).toMatchObject(capReached);
    expect(await ask(() => text, { dailyTokens: 2_000 })).toMatchObject({ answer: { kind: 'text' } });
  });
});

describe('a server that speaks less', () => {
  it('is asked for an object, without a schema and without a temperature', async () => {
    const server = await startFakeLlmServer(() => ({ text: '{}', tokens: null }));
    const provider = {
      provider: 'openai-compatible',
      baseUrl: server.baseUrl,
      apiKey: undefined,
      temperature: undefined,
    } as const;
    const answer = await askProvider(provider, { ...settings, schemaEnforced: false })(request, never);
    expect(answer).toEqual({ kind: 'text', text: '{}', tokens: undefined });
    expect(server.asked[0]?.body).toMatchObject({ response_format: { type: 'json_object' } });
    expect(server.asked[0]?.body).not.toHaveProperty('temperature');
    expect(server.asked[0]?.headers).not.toHaveProperty('authorization');
    await server.stop();
  });

  // Newer models of Anthropic take the schema itself, the others a tool with it; both are asked without prose around the JSON.
  it.each([
    ['claude-3-5-haiku-20241022', 'tool_choice'],
    ['claude-sonnet-4-5', 'output_config'],
  ])('%s is asked by %s', async (model, field) => {
    const server = await startFakeLlmServer(() => text);
    const provider = { provider: 'anthropic', baseUrl: server.baseUrl, apiKey, temperature: 0 } as const;
    const answer = await askProvider(provider, { ...settings, model })(request, never);
    expect(answer).toEqual({ kind: 'text', text: '{"a":1}', tokens: 210 });
    expect(server.asked[0]?.body).toMatchObject({ model, temperature: 0, [field]: expect.anything() });
    await server.stop();
  });
});
