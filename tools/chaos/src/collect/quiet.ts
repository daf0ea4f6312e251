import { setTimeout as delay } from 'node:timers/promises';
import { consumerLag, innerServices } from '@ci/testing/system';
import pg from 'pg';
import type { Leftover } from '../ledger/facts.ts';
import { topicsOf } from '../ledger/check-messages.ts';
import { endRetryPauses, leftovers } from './database-facts.ts';

export interface QuietOptions {
  readonly databaseUrl: string;
  readonly brokers: string;
  readonly workspaces: readonly string[];
  /** So long something may wait while nothing moves. A deadline for the whole would only measure the machine. */
  readonly stuckAfterMs: number;
  readonly say: (text: string) => void;
}

const LOOK_EVERY_MS = 500;
const SAY_EVERY_MS = 5_000;
/** So long nothing may move although offsets are behind: a commit that failed is repeated with the next message, which never comes. */
const STILL_FOR_MS = 15_000;

/**
 * Waits until nothing waits and nothing moves: queues empty, every message consumed, twice in a row the same. When it is stuck it gives
 * up and says what is left; the ledger will say the same with more words.
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
  let movedAt = startedAt;
  let saidAt = startedAt;
  for (;;) {
    await endRetryPauses(client);
    const look = await lookAt(client, options);
    const now = performance.now();
    const moved = look.progress !== last?.progress;
    if (moved) movedAt = now;
    if (look.waiting.length === 0 && !moved && (look.lag === 0 || now - movedAt > STILL_FOR_MS)) return;
    if (now - movedAt > options.stuckAfterMs) break;
    if (now - saidAt > SAY_EVERY_MS) {
      options.say(`waiting for quiet: ${describe(look)}`);
      saidAt = now;
    }
    last = look;
    await delay(LOOK_EVERY_MS);
  }
  options.say(`nothing has moved for ${options.stuckAfterMs / 1000} s: ${describe(last)}`);
}

interface Look {
  readonly waiting: readonly Leftover[];
  readonly lag: number;
  /** Changes whenever anything has happened. */
  readonly progress: string;
}

async function lookAt(client: pg.Client, { brokers, workspaces }: QuietOptions): Promise<Look> {
  const waiting = await leftovers(client, workspaces);
  const lags = await Promise.all(innerServices.map((service) => consumerLag(brokers, service, topicsOf(service))));
  const { rows } = await client.query<{ progress: string }>(
    `SELECT concat_ws('/', ${positions.join(', ')}) AS progress`,
  );
  return {
    waiting: waiting.filter(({ what }) => what !== 'outbox_parked' && what !== 'parked_messages'),
    lag: lags.reduce((sum, lag) => sum + lag, 0),
    progress: [rows[0]?.progress, ...lags, ...waiting.map(({ count }) => count)].join('/'),
  };
}

const positions = [
  ...innerServices.map((service) => `(SELECT max(global_position) FROM ${service}.events)`),
  ...innerServices.map((service) => `(SELECT count(*) FROM ${service}.inbox)`),
  '(SELECT count(*) FROM webhooks.delivery_attempts)',
];

function describe(look: Look | undefined): string {
  const { waiting, lag } = look ?? { waiting: [], lag: 0 };
  const rows = waiting.map(({ service, what, count }) => `${count} in ${service}.${what}`);
  return [...rows, `${lag} messages not consumed`].join(', ');
}
