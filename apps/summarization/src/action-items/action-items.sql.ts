import { columnsOf, selected } from '@ci/database';
import { recordset } from '@ci/event-store';
import { ActionItemRow } from './action-item.entity.ts';

const columns = columnsOf(ActionItemRow);
const names = columns.map(({ name }) => name).join(', ');

/** Written by hand, as what follows: one statement for the events of any number of calls. */
export const insertItems = `
  INSERT INTO action_items (${names}) SELECT ${names}
  FROM json_to_recordset($1::json) AS item (${columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`;

export const changeItems = (rows: number): string => `
  UPDATE action_items AS t SET
    description = coalesce(s.description, t.description),
    owner = coalesce(s.owner, t.owner),
    due_date = CASE WHEN s.due_date_changed THEN s.due_date ELSE t.due_date END,
    completed_at = CASE WHEN s.completed_changed THEN s.completed_at ELSE t.completed_at END
  FROM ${recordset(
    rows,
    `id text, description text, owner text, due_date_changed boolean, due_date text,
    completed_changed boolean, completed_at timestamptz`,
  )} AS s
  WHERE t.id = s.id`;

/** Where a page of items comes from; each is an expression of SQL. */
export interface ItemPage {
  /** Arrays of the states (open or not) and the owners that are wanted. */
  readonly open: string;
  readonly owners: string;
  /** What is asked of an `item`. */
  readonly conditions: readonly string[];
  readonly order: string;
  readonly limit: string;
}

/** The `analysis` of an `item`'s call. */
export const ofCall = `analysis.call_id = item.call_id AND analysis.workspace_id = item.workspace_id`;

/** What is shown of an `item` with the prospect of its call, JSON as text. */
export const shownItem = `${selected(ActionItemRow, 'item')}, analysis.prospect`;

/** Written by hand: the query builder has no LATERAL. Of each state and side as many are read off the index of the order, and merged. */
export const itemPage = ({ open, owners, conditions, order, limit }: ItemPage): string => `
  SELECT ${shownItem}
  FROM unnest(${open}::boolean[]) AS state(open) CROSS JOIN unnest(${owners}::text[]) AS side(name) CROSS JOIN LATERAL (
    SELECT * FROM action_items item
    WHERE (item.completed_at IS NULL) = state.open AND item.owner = side.name AND ${conditions.join(' AND ')}
    ORDER BY ${order} LIMIT ${limit}
  ) item LEFT JOIN analyses analysis ON ${ofCall}
  ORDER BY ${order} LIMIT ${limit}`;
