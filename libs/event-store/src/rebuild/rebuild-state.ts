import type { EntityManager } from 'typeorm';

import type { StoreCursor } from '../read-all.ts';
import { RebuildRefused } from './rebuild-refused.ts';
import { moveRebuild } from './rebuild.sql.ts';

/** How far the copy of a projection's tables has come. */
export interface RebuildState {
  readonly shape: string;
  readonly cursor: StoreCursor;
  readonly events: number;
  readonly startedAt: Date;
  readonly updatedAt: Date;
}

export async function readState(tx: EntityManager, projection: string): Promise<RebuildState | undefined> {
  const [row] = await tx.query<StateRow[]>(`${selectState} WHERE projection = $1`, [projection]);
  return row && stateOf(row);
}

export async function insertState(tx: EntityManager, projection: string, shape: string): Promise<void> {
  await tx.query(
    `INSERT INTO projection_rebuilds (projection, shape, transaction_id, global_position, events) VALUES ($1, $2, '0', 0, 0)`,
    [projection, shape],
  );
}

/** Moves on with what was projected. Refused when another process has moved it. */
export async function moveState(
  tx: EntityManager,
  projection: string,
  from: StoreCursor,
  to: StoreCursor,
  events: number,
): Promise<void> {
  const cursors = [from.transactionId, from.globalPosition, to.transactionId, to.globalPosition];
  const moved = await tx.query<unknown[]>(moveRebuild, [projection, ...cursors, events]);
  if (moved.length === 0)
    throw new RebuildRefused(`Another process rebuilds ${projection}, or has aborted its rebuild.`);
}

export async function deleteState(tx: EntityManager, projection: string): Promise<void> {
  await tx.query(`DELETE FROM projection_rebuilds WHERE projection = $1`, [projection]);
}

const selectState = `
  SELECT shape, transaction_id::text AS transaction_id, global_position, events, started_at, updated_at FROM projection_rebuilds`;

interface StateRow {
  readonly shape: string;
  readonly transaction_id: string;
  readonly global_position: string;
  readonly events: string;
  readonly started_at: Date;
  readonly updated_at: Date;
}

function stateOf(row: StateRow): RebuildState {
  return {
    shape: row.shape,
    cursor: { transactionId: row.transaction_id, globalPosition: row.global_position },
    events: Number(row.events),
    startedAt: row.started_at,
    updatedAt: row.updated_at,
  };
}
