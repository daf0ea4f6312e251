import type { EntityManager } from 'typeorm';

/** Where a message came from and who reads it here. */
export interface Arrival {
  readonly consumer: string;
  readonly id: string;
  readonly key: string | null;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
}

export type InboxOutcome = 'handled' | 'ignored' | 'parked';

/**
 * Lets one at a time work on a key of this service: consumer, retry worker, operator. Must be a statement of its own, before all others:
 * under READ COMMITTED a statement sees what was committed when it began, so one that also looked for parked messages could miss the row
 * that the previous holder of the lock left.
 */
export async function lockKey(tx: EntityManager, service: string, key: string | null): Promise<void> {
  if (key === null) return;
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`${service}:${key}`]);
}

/** Notes the arrival. `fresh`: for the first time; `blocked`: a message of the same key is parked. */
export async function arrive(tx: EntityManager, arrival: Arrival): Promise<{ fresh: boolean; blocked: boolean }> {
  const { consumer, id, topic, partition, offset, key } = arrival;
  const [found]: { fresh: boolean; blocked: boolean }[] = await tx.query(insertInbox, [
    consumer,
    id,
    topic,
    partition,
    offset,
    'handled',
    key,
  ]);
  return found ?? { fresh: false, blocked: false };
}

/** What became of a message that has arrived. */
export async function settle(tx: EntityManager, { consumer, id }: Arrival, outcome: InboxOutcome): Promise<void> {
  await tx.query(`UPDATE inbox SET outcome = $3 WHERE consumer = $1 AND message_id = $2`, [consumer, id, outcome]);
}

const insertInbox = `
  WITH arrived AS (
    INSERT INTO inbox (consumer, message_id, topic, partition, kafka_offset, outcome)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (consumer, message_id) DO NOTHING
    RETURNING 1
  )
  SELECT EXISTS (SELECT FROM arrived) AS fresh,
         EXISTS (SELECT FROM parked_messages WHERE key = $7) AS blocked`;
