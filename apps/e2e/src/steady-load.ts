// oxlint-disable-next-line house/no-sleep-in-tests -- a pace, not a wait
import { setInterval } from 'node:timers/promises';
import type { CallDetail } from '@ci/contracts';
import type { ApiClient } from './api-client.ts';

/** Requests that go on at a steady pace, and what came of them. */
export interface SteadyLoad {
  /** Ids of the calls answered with 201. */
  readonly recorded: readonly string[];
  /** What was not answered as it should be. */
  readonly failures: readonly string[];
  /** Returns when the last answer is there. */
  stop(): Promise<void>;
}

const CLIENTS = 2;
const PAUSE_MS = 300;
const reads = ['/calls?limit=5', '/contacts', '/action-items?limit=5', '/webhooks'];

/** Two clients that record calls and read through every service, one request after the other. Nothing is repeated. */
export function startSteadyLoad(client: ApiClient): SteadyLoad {
  const recorded: string[] = [];
  const failures: string[] = [];
  const stopping = new AbortController();
  const fail = (error: unknown): void => void failures.push(String(error));
  const turn = async (): Promise<void> => {
    await client.post<CallDetail>('/calls', call(recorded.length)).then(({ id }) => void recorded.push(id), fail);
    for (const path of reads) await client.get(path).catch(fail);
  };
  const clients = Array.from({ length: CLIENTS }, async () => {
    const pace = setInterval(PAUSE_MS, turn, { signal: stopping.signal });
    try {
      for await (const next of pace) await next();
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
  });
  return {
    recorded,
    failures,
    async stop() {
      stopping.abort();
      await Promise.all(clients);
    },
  };
}

/** Of one of five people. */
function call(number: number) {
  return {
    rep_id: 'user_ines',
    started_at: new Date(Date.UTC(2026, 10, 18) + number * 1_000).toISOString(),
    prospect: { email: `noor${number % 5}@harbor-foods.example`, name: 'Noor' },
    transcript: [
      { speaker: 'prospect', start_ms: 0, end_ms: 4_000, text: 'The price is higher than we budgeted for.' },
      { speaker: 'rep', start_ms: 4_500, end_ms: 9_000, text: 'I will send you the contract by next Friday.' },
    ],
  };
}
