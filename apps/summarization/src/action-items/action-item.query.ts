import { speakers } from '@ci/contracts';
import type { Keyset } from '@ci/http';
import type { DataSource, EntityManager } from 'typeorm';
import type { ActionItemRow } from './action-item.entity.ts';
import { dueOrUndated, itemOrders } from './item-orders.ts';
import type { ListActionItems } from './list-action-items.dto.ts';

/** An item with the prospect of its call, JSON as text. */
export type ItemWithProspect = ActionItemRow & { readonly prospect: string | null };

const columns = `
  item.id, item.workspace_id AS "workspaceId", item.call_id AS "callId", item.position, item.description, item.owner,
  item.due_date AS "dueDate", item.completed_at AS "completedAt", item.created_at AS "createdAt", item.evidence, analysis.prospect`;
const ofCall = `analysis.call_id = item.call_id AND analysis.workspace_id = item.workspace_id`;
const ofReps = (parameter: string): string => `analysis.rep_id = ANY (${parameter}::text[])`;

/**
 * The items of calls of these reps (undefined: of all) that pass the filters, in the order that is asked for, from `after` on: one more than asked for, which says
 * whether there are more. Of each state and side as many are read off the index of the order, and merged.
 */
export async function listItems(
  dataSource: DataSource,
  { workspaceId, reps }: { readonly workspaceId: string; readonly reps: readonly string[] | undefined },
  { limit, owner, completed, due_before: dueBefore, sort }: ListActionItems,
  after: Keyset | undefined,
): Promise<ItemWithProspect[]> {
  const order = itemOrders[sort];
  const parameters: unknown[] = [workspaceId];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const open = parameter(completed === undefined ? [true, false] : [!completed]);
  const owners = parameter(owner === undefined ? speakers : [owner]);
  const conditions = [
    'item.workspace_id = $1',
    '(item.completed_at IS NULL) = state.open',
    'item.owner = side.name',
    dueBefore === undefined ? [] : `${dueOrUndated} < ${parameter(dueBefore)}`,
    reps === undefined ? [] : `EXISTS (SELECT 1 FROM analyses analysis WHERE ${ofCall} AND ${ofReps(parameter(reps))})`,
    after === undefined ? [] : `${order.place} ${order.behind} ${order.placeOf(after, parameter)}`,
  ].flat();
  const rows = parameter(limit + 1);
  return dataSource.query<ItemWithProspect[]>(
    `SELECT ${columns}
     FROM unnest(${open}::boolean[]) AS state(open) CROSS JOIN unnest(${owners}::text[]) AS side(name) CROSS JOIN LATERAL (
       SELECT * FROM action_items item WHERE ${conditions.join(' AND ')} ORDER BY ${order.by} LIMIT ${rows}
     ) item LEFT JOIN analyses analysis ON ${ofCall}
     ORDER BY ${order.by} LIMIT ${rows}`,
    parameters,
  );
}

export async function findItem(
  database: DataSource | EntityManager,
  id: string,
  { workspaceId, reps }: { readonly workspaceId: string; readonly reps: readonly string[] | undefined },
): Promise<ItemWithProspect | undefined> {
  const [row] = await database.query<ItemWithProspect[]>(
    `SELECT ${columns} FROM action_items item LEFT JOIN analyses analysis ON ${ofCall}
      WHERE item.id = $1 AND item.workspace_id = $2 AND ($3::text[] IS NULL OR ${ofReps('$3')})`,
    [id, workspaceId, reps ?? null],
  );
  return row;
}
