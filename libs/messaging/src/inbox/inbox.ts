import { lockNames, sentTogether } from '@ci/database';
import { sqlStateOf, UNIQUE_VIOLATION } from '@ci/errors';
import type { EntityManager } from 'typeorm';
import { insertAll, selectKnown } from './inbox.sql.ts';

/** Where a message came from and who reads it here. */
export interface Arrival {
  readonly consumer: string;
  readonly id: string;
  readonly key: string | null;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
}

/** `skipped`: an operator gave a parked message up. */
export type InboxOutcome = 'handled' | 'ignored' | 'parked' | 'skipped';

/**
 * Lets one instance at a time work on a partition, and reports what is known of its messages: the ids that were here before, and the keys of
 * which a message is parked. Each statement sees what the holders of the locks before have left; the first two go out together.
 *
 * Only keys that are parked are locked, so a message that is parked meanwhile, of another topic, counts as parked after these. One of the
 * same partition can't be: it would need the lock.
 */
export async function lockAndLookUp(tx: EntityManager, service: string, arrivals: readonly Arrival[]): Promise<Known> {
  const [, before] = await sentTogether(lockPartition(tx, arrivals), lookUp(tx, arrivals));
  if (before.blocked.size === 0) return before;
  const [, { seen, blocked }] = await sentTogether(lockKeys(tx, service, before.blocked), lookUp(tx, arrivals));
  return { seen, blocked: new Set([...before.blocked].filter((key) => blocked.has(key))) };
}

/** What is known of messages. */
export interface Known {
  readonly seen: ReadonlySet<string>;
  readonly blocked: ReadonlySet<string>;
}

/** One lock for the whole batch: its messages are of one consumer and partition. */
async function lockPartition(tx: EntityManager, [first]: readonly Arrival[]): Promise<void> {
  if (first) await lockNames(tx, [`${first.consumer}[${first.partition}]`]);
}

/**
 * Lets one at a time work on what is parked under a key of this service: consumer, retry worker, operator. Must be a separate statement,
 * before all others: under READ COMMITTED a statement sees what was committed when it began, so one that also looked for parked messages
 * could miss the row that the previous holder of the lock left.
 */
export async function lockKey(tx: EntityManager, service: string, key: string | null): Promise<void> {
  if (key !== null) await lockKeys(tx, service, new Set([key]));
}

/** The same for several keys, always in the order of their names: two that want the same keys queue, and none waits for ever. */
async function lockKeys(tx: EntityManager, service: string, keys: ReadonlySet<string>): Promise<void> {
  const names = [...keys].map((key) => `${service}:${key}`);
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest($1::text[]) AS t (name)`, [
    names.sort(),
  ]);
}

async function lookUp(tx: EntityManager, arrivals: readonly Arrival[]): Promise<Known> {
  const rows: { id: string | null; key: string | null }[] = await tx.query(selectKnown, [
    arrivals[0]?.consumer,
    arrivals.map(({ id }) => id),
    [...new Set(arrivals.map(({ key }) => key))].filter((key) => key !== null),
  ]);
  const texts = (column: 'id' | 'key') => rows.map((row) => row[column]).filter((text) => text !== null);
  return { seen: new Set(texts('id')), blocked: new Set(texts('key')) };
}

/**
 * Notes what became of messages that `lookUp` has not seen. Not before the handlers: the first write gives the transaction its id, and one
 * that got it before it queued for a hot stream would be too old when its turn comes.
 */
export async function note(
  tx: EntityManager,
  settled: readonly { readonly arrival: Arrival; readonly outcome: InboxOutcome }[],
): Promise<void> {
  if (settled.length === 0) return;
  const column = <Value>(of: (one: Arrival) => Value): Value[] => settled.map(({ arrival }) => of(arrival));
  try {
    await tx.query(insertAll, [
      column((one) => one.consumer),
      column((one) => one.id),
      column((one) => one.topic),
      column((one) => one.partition),
      column((one) => one.offset),
      settled.map(({ outcome }) => outcome),
    ]);
  } catch (error) {
    throw sqlStateOf(error) === UNIQUE_VIOLATION ? new ArrivedMeanwhile('', { cause: error }) : error;
  }
}

/** A message came over two partitions at the same time, as it may when their number grows; within one, its lock is between the two. */
class ArrivedMeanwhile extends Error {
  override readonly name = 'ArrivedMeanwhile';
  /** Postgres' own code for "run the transaction again": it will find the message in the inbox. */
  readonly code = '40001';
}

/** What became of a message that was noted before, when it is no longer parked. */
export async function settle(tx: EntityManager, { consumer, id }: Arrival, outcome: InboxOutcome): Promise<void> {
  await tx.query(`UPDATE inbox SET outcome = $3 WHERE consumer = $1 AND message_id = $2`, [consumer, id, outcome]);
}
