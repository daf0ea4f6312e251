import type { EntityManager } from 'typeorm';
import { lockKey } from '../inbox/inbox.ts';
import { rowOf, showParked, type ParkedDetails, type ParkedReference } from './find-parked.ts';
import { recordOperatorAction } from './operator-actions.ts';
import { selectFirst } from './parked-messages.sql.ts';

/** Which message is given up: the first one of a key, or one by its row or id. */
export type SkipTarget = { readonly key: string } | { readonly message: ParkedReference };

export interface Skipping {
  /** Whose messages they are: the name under which the consumer locks its keys. */
  readonly service: string;
  readonly target: SkipTarget;
  readonly actor: string;
  readonly reason: string;
  /** What else it means to the service, in the same transaction and under the lock of the key. */
  readonly onSkipped?: OnSkipped;
}

/** What a service does about a message that was given up. */
export type OnSkipped = (tx: EntityManager, skipped: ParkedDetails) => Promise<void>;

/**
 * Gives one parked message up for good; those that wait behind it keep their order, and the next one is tried within a second. Works under
 * the lock of the key: an attempt that is under way ends first, and if it succeeds nothing is left to skip. Recorded, with the hash of what
 * was removed. Answers what was skipped, or undefined.
 */
export async function skipParked(
  tx: EntityManager,
  { service, target, actor, reason, onSkipped }: Skipping,
): Promise<ParkedDetails | undefined> {
  if (reason.trim() === '') throw new Error('a skipped message needs a reason');
  // Chosen before the lock is waited for: were it the first of the key afterwards, it could be another one than was looked at.
  const chosen = await targeted(tx, target);
  if (!chosen) return undefined;
  await lockKey(tx, service, chosen.key);
  const parked = await showParked(tx, chosen.id);
  if (!parked || !(await remove(tx, parked))) return undefined;
  const { id, messageId, topic, partition, offset, consumer, sha256 } = parked;
  const what = { id, messageId, topic, partition, offset, key: parked.key, consumer, sha256 };
  await recordOperatorAction(tx, { actor, action: 'parked.skip', target: what, reason });
  await onSkipped?.(tx, parked);
  return parked;
}

async function targeted(tx: EntityManager, target: SkipTarget): Promise<ParkedDetails | undefined> {
  if ('message' in target) return showParked(tx, target.message);
  const [first] = await tx.query<{ id: string }[]>(selectFirst, [target.key]);
  return first && showParked(tx, first.id);
}

/** False when another caller removed it: a message without a key has no lock, and the relay's rows have another. */
async function remove(tx: EntityManager, { id, side, consumer, messageId }: ParkedDetails): Promise<boolean> {
  const table = side === 'consumer' ? 'parked_messages' : 'outbox_parked';
  const [removed] = await tx.query<{ count: number }[]>(
    `WITH removed AS (DELETE FROM ${table} WHERE id = $1 RETURNING 1) SELECT count(*)::int AS count FROM removed`,
    [rowOf(id)],
  );
  if (removed?.count !== 1) return false;
  // The inbox keeps that it came: should it come again, it is not handled.
  await tx.query(`UPDATE inbox SET outcome = 'skipped' WHERE consumer = $1 AND message_id = $2`, [consumer, messageId]);
  return true;
}
