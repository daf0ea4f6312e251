import { defaultRetries, retryingFetch } from './retrying-fetch.ts';

const url = 'http://service.test/v1/calls';
const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });

/** A fetch that gives these, one after another, and what was done meanwhile. */
function scripted(outcomes: readonly (Response | Error)[], policy = defaultRetries) {
  const bodies: string[] = [];
  const pauses: number[] = [];
  const fetch = retryingFetch(policy, {
    fetch: async (request) => {
      const outcome = outcomes[bodies.length];
      bodies.push(await request.text());
      if (outcome instanceof Response) return outcome;
      throw outcome ?? new Error('asked more often than the test expects');
    },
    pause: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
    random: () => 1,
    now: () => Date.parse('2026-11-20T15:00:00Z'),
  });
  return { fetch, bodies, pauses };
}

describe('a fetch that repeats', () => {
  it.each([429, 502, 503, 504])('%s, with growing pauses, and sends the whole body each time', async (status) => {
    const { fetch, bodies, pauses } = scripted([answer(status), answer(status), answer(201)]);
    const response = await fetch(new Request(url, { method: 'POST', body: 'the call' }));
    expect([response.status, bodies, pauses]).toEqual([201, ['the call', 'the call', 'the call'], [250, 500]]);
  });

  it('a connection that broke', async () => {
    const { fetch } = scripted([new TypeError('fetch failed'), answer(200)]);
    expect((await fetch(new Request(url))).status).toBe(200);
  });

  it.each([200, 400, 401, 404, 409, 500])('never %s', async (status) => {
    const { fetch, bodies } = scripted([answer(status)]);
    expect((await fetch(new Request(url))).status).toBe(status);
    expect(bodies).toHaveLength(1);
  });

  it.each([
    ['seconds', '3', 3_000],
    ['a date', 'Fri, 20 Nov 2026 15:00:07 GMT', 7_000],
    ['a time long ahead, within bounds', '86400', 30_000],
    ['nonsense, as if nothing was said', 'soon', 250],
  ])('after what the service asks for: %s', async (_what, value, ms) => {
    const { fetch, pauses } = scripted([answer(503, { 'retry-after': value }), answer(200)]);
    await fetch(new Request(url));
    expect(pauses).toEqual([ms]);
  });

  it('gives up with the last answer, or the last failure', async () => {
    const refused = scripted([answer(503), answer(503), answer(503), answer(429)]);
    expect((await refused.fetch(new Request(url))).status).toBe(429);
    const policy = { ...defaultRetries, attempts: 2 };
    const broken = scripted([new Error('first'), new Error('second')], policy);
    await expect(broken.fetch(new Request(url))).rejects.toThrow('second');
  });

  it('stops when the caller has had enough', async () => {
    const { fetch, bodies } = scripted([new Error('aborted')]);
    await expect(fetch(new Request(url, { signal: AbortSignal.abort() }))).rejects.toThrow('aborted');
    expect(bodies).toHaveLength(1);
  });
});
