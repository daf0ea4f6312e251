import { speakers } from '@ci/contracts';
import type { Keyset } from '@ci/http';
import type { DataSource, EntityManager } from 'typeorm';
import { AnalysisRow } from '../call-summary/analysis.entity.ts';
import { ActionItemRow } from './action-item.entity.ts';
import { itemPage, ofCall, shownItem } from './action-items.sql.ts';
import { dueOrUndated, itemOrders } from './item-orders.ts';
import type { ListActionItems } from './list-action-items.dto.ts';

/** An item with the prospect of its call, JSON as text. */
export type ItemWithProspect = ActionItemRow & { readonly prospect: string | null };

const ofReps = (parameter: string): string => `analysis.rep_id = ANY (${parameter}::text[])`;

/**
 * The items of calls of these reps (undefined: of all) that pass the filters, in the order that is asked for, from `after` on: one more than asked for, which says
 * whether there are more.
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
    dueBefore === undefined ? [] : `${dueOrUndated} < ${parameter(dueBefore)}`,
    reps === undefined ? [] : `EXISTS (SELECT 1 FROM analyses analysis WHERE ${ofCall} AND ${ofReps(parameter(reps))})`,
    after === undefined ? [] : `${order.place} ${order.behind} ${order.placeOf(after, parameter)}`,
  ].flat();
  const page = itemPage({ open, owners, conditions, order: order.by, limit: parameter(limit + 1) });
  return dataSource.query<ItemWithProspect[]>(page, parameters);
}

export async function findItem(
  database: DataSource | EntityManager,
  id: string,
  { workspaceId, reps }: { readonly workspaceId: string; readonly reps: readonly string[] | undefined },
): Promise<ItemWithProspect | undefined> {
  const item = database.createQueryBuilder().select(shownItem).from(ActionItemRow, 'item');
  item.leftJoin(AnalysisRow, 'analysis', ofCall).where({ id, workspaceId });
  if (reps !== undefined) item.andWhere(ofReps(':reps'), { reps });
  return item.getRawOne<ItemWithProspect>();
}
