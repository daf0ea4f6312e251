import { lockNames } from '@ci/database';
import type { PruneTask } from '@ci/messaging';
import type { EntityManager } from 'typeorm';
import { pruneDeleted } from './deleted-calls.sql.ts';

/** A call of a workspace. */
export interface CallRef {
  readonly workspaceId: string;
  readonly callId: string;
}

/**
 * Ends of calls are held together, a deletion alone, each before it looks for the other and before the locks of contacts. By the last
 * character of their ids, so that a batch holds 32 locks at most however many calls it brings.
 */
export async function lockCalls(
  tx: EntityManager,
  how: 'together' | 'alone',
  callIds: readonly string[],
): Promise<void> {
  const names = callIds.map((id) => `calls-${id.slice(-1)}`);
  await lockNames(tx, names, how);
}

/** Those of the calls that are deleted. */
export async function deletedAmong(tx: EntityManager, calls: readonly CallRef[]): Promise<ReadonlySet<string>> {
  if (calls.length === 0) return new Set();
  const rows = await tx.query<{ call_id: string }[]>(
    `SELECT call_id FROM unnest($1::text[], $2::text[]) AS asked (workspace_id, call_id) JOIN deleted_calls USING (workspace_id, call_id)`,
    [calls.map(({ workspaceId }) => workspaceId), calls.map(({ callId }) => callId)],
  );
  return new Set(rows.map(({ call_id }) => call_id));
}

export async function noteDeleted(tx: EntityManager, { workspaceId, callId }: CallRef): Promise<void> {
  await tx.query('INSERT INTO deleted_calls (workspace_id, call_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    workspaceId,
    callId,
  ]);
}

/** Forgets deletions as long ago as the inbox forgets messages: by then `call.deleted` has come, and with it what waited in front of it. */
export function deletedCallsPruning(retentionDays: number): PruneTask {
  return {
    name: 'deleted calls',
    prune: async (dataSource, limit) => {
      const [row] = await dataSource.query<{ deleted: number }[]>(pruneDeleted, [retentionDays, limit]);
      return row?.deleted ?? 0;
    },
  };
}
