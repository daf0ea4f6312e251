import { setTimeout as delay } from 'node:timers/promises';
import { consumerLag, innerServices } from '@ci/testing/system';
import pg from 'pg';
import type { Leftover } from '../ledger/facts.ts';
import { endRetryPauses, leftovers } from './database-facts.ts';

export interface QuietOptions {
  readonly databaseUrl: string;
  readonly brokers: string;
  readonly workspaces: readonly string[];
  readonly deadlineMs: number;
  readonly say: (text: string) => void;
}

const LOOK_EVERY_MS = 500;
/** So long nothing may move although offsets are behind: a commit that failed is repeated with the next message, which never comes. */
const STILL_FOR_MS = 15_000;

/**
 * Waits until nothing waits and nothing moves: queues empty, every message consumed, twice in a row the same. At the deadline it gives up
 * and says what is left; the ledger will say the same with more words.
 */
export async function waitForQuiet(options: QuietOptions): Promise<void> {
  const client = new pg.Client({ connectionString: options.databaseUrl });
  await client.connect();
  try {
    await untilStill(client, options);
  } finally {
    await client.end();
  }
}

async function untilStill(client: pg.Client, options: QuietOptions): Promise<void> {
  const startedAt = performance.now();
  let last: Look | undefined;
  let stillSince = performance.now();
  while (performance.now() - startedAt < options.deadlineMs) {
    await endRetryPauses(client);
    const look = await lookAt(client, options);
    if (look.progress !== last?.progress) stillSince = performance.now();
    const isStill = look.progress === last?.progress;
    if (isStill && look.waiting.length === 0 && look.lag === 0) return;
    if (look.waiting.length === 0 && performance.now() - stillSince > STILL_FOR_MS) return;
    if (Math.floor((performance.now() - startedAt) / 5_000) !== Math.floor((last?.atMs ?? 0) / 5_000)) {
      options.say(`waiting for quiet: ${describe(look)}`);
    }
    last = { ...look, atMs: performance.now() - startedAt };
    await delay(LOOK_EVERY_MS);
  }
  options.say(`no quiet within ${options.deadlineMs / 1000} s: ${last ? describe(last) : 'nothing answered'}`);
}

interface Look {
  readonly waiting: readonly Leftover[];
  readonly lag: number;
  /** Changes whenever anything has happened. */
  readonly progress: string;
  readonly atMs?: number;
}

async function lookAt(client: pg.Client, { brokers, workspaces }: QuietOptions): Promise<Look> {
  const waiting = await leftovers(client, workspaces);
  const lags = await Promise.all(innerServices.map((service) => consumerLag(brokers, service)));
  const { rows } = await client.query<{ progress: string }>(
    `SELECT concat_ws('/', ${positions.join(', ')}) AS progress`,
  );
  return {
    waiting: waiting.filter(({ what }) => what !== 'outbox_parked' && what !== 'parked_messages'),
    lag: lags.reduce((sum, lag) => sum + lag, 0),
    progress: `${rows[0]?.progress ?? ''}/${lags.join('/')}`,
  };
}

const positions = [
  ...innerServices.map((service) => `(SELECT max(global_position) FROM ${service}.events)`),
  ...innerServices.map((service) => `(SELECT count(*) FROM ${service}.inbox)`),
  '(SELECT count(*) FROM webhooks.delivery_attempts)',
];

function describe({ waiting, lag }: Look): string {
  const rows = waiting.map(({ service, what, count }) => `${count} in ${service}.${what}`);
  return [...rows, `${lag} messages not consumed`].join(', ');
}
