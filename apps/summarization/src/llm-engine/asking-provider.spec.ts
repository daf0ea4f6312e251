import fc from 'fast-check';
import { AskingProvider, waitBefore, type AskingParts } from './asking-provider.ts';
import { failureOf } from './provider-failure.ts';

const parts: AskingParts = {
  ask: async () => ({ kind: 'text', text: 'x', tokens: 5 }),
  allowance: {
    reserve: async (workspaceId, { tokens }) => ({ workspaceId, day: '2026-11-21', tokens }),
    settle: () => Promise.reject(new Error('the database is away')),
  },
  settings: { model: 'm', contextTokens: 10_000, outputTokens: 1_000, schemaEnforced: true },
  limits: { requestTimeoutMs: 1_000, timeoutMs: 1_000, retries: 0, retryWaitMs: 1, dailyTokens: 10_000 },
  random: () => 0,
  now: () => 0,
};
const request = { system: '', messages: [], tokensAhead: 0 };
const analysis = { workspaceId: 'wsp_1', signal: new AbortController().signal };

it('an answer whose tokens could not be counted is an answer all the same', async () => {
  expect(await new AskingProvider(parts, analysis).complete(request)).toEqual({ kind: 'text', text: 'x' });
});

it('nobody is asked when what is left of the day is not known', async () => {
  const reserve = () => Promise.reject(new TypeError('secret'));
  const ask = () => Promise.reject(new Error('asked'));
  const model = new AskingProvider({ ...parts, ask, allowance: { ...parts.allowance, reserve } }, analysis);
  expect(await model.complete(request)).toEqual({ kind: 'failed', reason: 'internal_error', detail: 'TypeError' });
});

it('the wait before a repetition is spread, doubled at most, and never shorter than asked for', () => {
  fc.assert(
    fc.property(
      fc.nat(10),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(60_000),
      (attempt, random, retryAfterMs) => {
        const full = 1_000 * 2 ** attempt;
        const wait = waitBefore(attempt, { firstMs: 1_000, retryAfterMs: undefined, random });
        expect(wait).toBeGreaterThanOrEqual(full / 2);
        expect(wait).toBeLessThanOrEqual(full);
        expect(waitBefore(attempt, { firstMs: 1_000, retryAfterMs, random })).toBeGreaterThanOrEqual(retryAfterMs);
      },
    ),
  );
});

it('of an error that nobody foresaw, its kind is told and not what it says', () => {
  const foreseen = Object.assign(new Error('secret'), { code: 'ECONNREFUSED' });
  for (const [error, detail] of [
    [new RangeError('secret'), 'no answer (RangeError)'],
    [new Error('secret', { cause: foreseen }), 'no answer (ECONNREFUSED)'],
    [Object.assign(new Error('secret'), { code: 'a secret, too' }), 'no answer (Error)'],
    ['secret', 'no answer (unknown)'],
  ] as const) {
    expect(failureOf(error, new Date())).toMatchObject({ reason: 'provider_unavailable', detail });
  }
});
