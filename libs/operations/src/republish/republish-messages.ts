import { setTimeout as delay } from 'node:timers/promises';
import type { TopicName } from '@ci/contracts';
import { startOfStore, type StoreCursor } from '@ci/event-store';
import { enqueue } from '@ci/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import { OperatorError } from '../operator-error.ts';
import type { Publisher } from './publisher.ts';
import { moveRepublication } from './republications.sql.ts';

/** What is sent again, and to whom. */
export interface Republication {
  readonly audience: string;
  readonly topics: readonly TopicName[];
  readonly from: Date;
  /** Default: the moment at which it began. */
  readonly until?: Date;
  readonly dryRun?: boolean;
  /** How many messages may wait in the outbox while more are added. */
  readonly outboxLimit?: number;
  readonly onProgress?: (progress: { readonly messages: number; readonly waiting: number }) => void;
  /** Runs in the transaction of the last page. */
  readonly inLast?: (tx: EntityManager, messages: number) => Promise<void>;
}

/**
 * Makes the messages of a range of time again, for one service, and puts them into the outbox: the same ids, times and contents, except for
 * what was erased. A page at a time, with how far it came; the same republication goes on after an interruption. Answers the numbers by topic.
 */
export async function republishMessages(
  dataSource: DataSource,
  publisher: Publisher,
  republication: Republication,
): Promise<ReadonlyMap<TopicName, number>> {
  const { audience, topics, from, dryRun = false } = republication;
  const name = JSON.stringify([audience, [...topics].sort(), from, republication.until ?? null]);
  const counts = new Map<TopicName, number>();
  const start = await begin(dataSource, name, republication);
  let { cursor, messages } = start;
  for (;;) {
    if (!dryRun) await outboxHasRoom(dataSource, republication, messages);
    const page = await dataSource.transaction(async (tx) => {
      const next = await publisher.page(tx, { from, until: start.until }, cursor, async (made) => {
        const wanted = made.filter(({ topic }) => topics.includes(topic));
        for (const { topic } of wanted) counts.set(topic, (counts.get(topic) ?? 0) + 1);
        messages += wanted.length;
        if (!dryRun) await enqueue(tx, publisher.source, wanted, { audience });
      });
      if (!dryRun)
        await (next.more ? move(tx, name, cursor, next.cursor, messages) : end(tx, name, republication, messages));
      return next;
    });
    ({ cursor } = page);
    republication.onProgress?.({ messages, waiting: 0 });
    if (!page.more) return counts;
  }
}

interface Progress {
  readonly until: Date;
  readonly cursor: StoreCursor;
  readonly messages: number;
}

/** Where it begins, or goes on. The end is fixed when it begins: what is recorded later is being sent anyway. */
async function begin(dataSource: DataSource, name: string, { until, dryRun }: Republication): Promise<Progress> {
  if (dryRun) return { until: until ?? new Date(), cursor: startOfStore, messages: 0 };
  await dataSource.query(
    `INSERT INTO republications (name, recorded_until) VALUES ($1, coalesce($2, clock_timestamp())) ON CONFLICT DO NOTHING`,
    [name, until ?? null],
  );
  const [row] = await dataSource.query<ProgressRow[]>(
    `SELECT recorded_until, transaction_id::text AS transaction_id, global_position, messages FROM republications WHERE name = $1`,
    [name],
  );
  if (!row) throw new OperatorError('Another process has just ended this republication.');
  const { recorded_until, transaction_id, global_position, messages } = row;
  return {
    until: recorded_until,
    cursor: { transactionId: transaction_id, globalPosition: global_position },
    messages: Number(messages),
  };
}

interface ProgressRow {
  readonly recorded_until: Date;
  readonly transaction_id: string;
  readonly global_position: string;
  readonly messages: string;
}

async function move(
  tx: EntityManager,
  name: string,
  from: StoreCursor,
  to: StoreCursor,
  messages: number,
): Promise<void> {
  const cursors = [from.transactionId, from.globalPosition, to.transactionId, to.globalPosition];
  const moved = await tx.query<unknown[]>(moveRepublication, [name, ...cursors, messages]);
  if (moved.length === 0) throw new OperatorError('Another process sends the same messages again. Let it finish.');
}

async function end(tx: EntityManager, name: string, { inLast }: Republication, messages: number): Promise<void> {
  await tx.query(`DELETE FROM republications WHERE name = $1`, [name]);
  await inLast?.(tx, messages);
}

/** What is sent again must not hold up what is new for long, nor fill the disk when the relay does not run. */
async function outboxHasRoom(
  dataSource: DataSource,
  { outboxLimit = 2_000, onProgress }: Republication,
  messages: number,
): Promise<void> {
  for (;;) {
    const [row] = await dataSource.query<{ readonly waiting: string }[]>(
      `SELECT count(*) AS waiting FROM (SELECT FROM outbox LIMIT $1) AS first_ones`,
      [outboxLimit],
    );
    const waiting = Number(row?.waiting ?? 0);
    if (waiting < outboxLimit) return;
    onProgress?.({ messages, waiting });
    await delay(200);
  }
}
