import type { EntityManager } from 'typeorm';
import { rowOf, showParked, type ParkedReference } from './find-parked.ts';
import { recordOperatorAction } from './operator-actions.ts';

/** The payload of a parked message, which may hold personal data. That it was looked at is recorded. */
export async function revealParked(
  tx: EntityManager,
  reference: ParkedReference,
  actor: string,
): Promise<Buffer | undefined> {
  const parked = await showParked(tx, reference);
  if (!parked) return undefined;
  const { id, side, messageId, topic, sha256 } = parked;
  const [row] = await tx.query<{ value: Buffer }[]>(side === 'consumer' ? selectValue : selectPayload, [rowOf(id)]);
  if (!row) return undefined;
  await recordOperatorAction(tx, { actor, action: 'parked.reveal', target: { id, messageId, topic, sha256 } });
  return row.value;
}

const selectValue = `SELECT value FROM parked_messages WHERE id = $1`;
const selectPayload = `SELECT convert_to(payload, 'UTF8') AS value FROM outbox_parked WHERE id = $1`;
