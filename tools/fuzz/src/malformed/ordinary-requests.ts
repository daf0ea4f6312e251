import type { Address } from './exchange.ts';

/** Medians in milliseconds. */
export interface Speed {
  readonly read: number;
  readonly write: number;
}

const ROUNDS = 60;

/** How fast ordinary requests are, one after the other. Throws when one of them is not served. */
export async function ordinarySpeed(address: Address, key: string): Promise<Speed> {
  const read: number[] = [];
  const write: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    read.push(await timed(address, key, 'GET', '/v1/calls?limit=20'));
    write.push(await timed(address, key, 'POST', '/v1/calls', JSON.stringify(call)));
  }
  return { read: median(read), write: median(write) };
}

const call = {
  rep_id: 'user_dana',
  started_at: '2026-11-20T10:00:00Z',
  transcript: [
    { speaker: 'rep', start_ms: 0, end_ms: 2_000, text: 'Hello, thanks for taking the time.' },
    { speaker: 'prospect', start_ms: 2_000, end_ms: 4_000, text: 'Sure, let us begin.' },
  ],
};

async function timed(
  { host, port }: Address,
  key: string,
  method: string,
  path: string,
  body?: string,
): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`http://${host}:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`an ordinary ${method} ${path} was answered ${answer.status}: ${text}`);
  return performance.now() - startedAt;
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}
