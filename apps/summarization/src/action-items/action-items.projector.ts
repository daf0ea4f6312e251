import type { Speaker } from '@ci/contracts';
import { isErased } from '@ci/domain';
import type { NewEvent, Projector } from '@ci/event-store';
import type { ActionItemChanged, AnalysisEvent, KeptActionItem } from '../analysis/analysis.events.ts';
import { changeItems, insertItems } from './action-items.sql.ts';

/** Keeps `action_items`; at most three statements, for one event as for thousands. */
export const projectActionItems: Projector<AnalysisEvent> = (events) => {
  const calls = new Map<string, ChangedCall>();
  for (const stored of events) apply(calls, stored);
  const changed = [...calls.values()];
  const replaced = changed.filter(({ items }) => items !== null).map(({ callId }) => callId);
  const rows = changed.flatMap(({ items }) => [...(items?.values() ?? [])]);
  const changes = changed.flatMap((call) => [...call.changes.values()]);
  return [
    ...(replaced.length > 0 ? [{ text: deleteItems, values: [replaced] }] : []),
    ...(rows.length > 0 ? [{ text: insertItems, values: [JSON.stringify(rows)] }] : []),
    ...(changes.length > 0 ? [{ text: changeItems(changes.length), values: [JSON.stringify(changes)] }] : []),
  ];
};

const deleteItems = 'DELETE FROM action_items WHERE call_id = ANY ($1::text[])';

/** What some events amount to in the items of one call. */
interface ChangedCall {
  readonly callId: string;
  /** All of its items, whatever there was before; null: those that are there stay. */
  items: ReadonlyMap<string, ItemRow> | null;
  /** Of those that are there. */
  changes: Map<string, ChangedItem>;
}

interface ItemRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly call_id: string;
  readonly position: number;
  description: string;
  owner: Speaker;
  due_date: string | null;
  completed_at: string | null;
  readonly created_at: string;
  /** JSON as text. */
  readonly evidence: string;
}

/** What changed of an item that was there before. A value counts where its flag is set. */
interface ChangedItem {
  readonly id: string;
  description: string | null;
  owner: Speaker | null;
  due_date_changed: boolean;
  due_date: string | null;
  completed_changed: boolean;
  completed_at: string | null;
}

function apply(calls: Map<string, ChangedCall>, { event, stream }: NewEvent<AnalysisEvent>): void {
  const callId = stream.id.slice(`${stream.type}-`.length);
  switch (event.type) {
    case 'AnalysisCompleted':
      if (isErased(event.personal)) return;
      calls.set(callId, {
        callId,
        items: itemRows(stream.workspaceId, callId, event.personal.actionItems),
        changes: new Map(),
      });
      return;
    case 'AnalysisForgotten':
      calls.set(callId, { callId, items: new Map(), changes: new Map() });
      return;
    case 'ActionItemChanged': {
      const call = calls.get(callId) ?? { callId, items: null, changes: new Map() };
      calls.set(callId, call);
      change(call, event);
      return;
    }
    case 'AnalysisRequested':
    case 'CallUpdated':
    case 'AnalysisFailed':
      return;
  }
}

function change({ items, changes }: ChangedCall, { data, personal }: ActionItemChanged): void {
  const { itemId, owner, dueDate, completedAt } = data;
  const values = {
    ...(personal === undefined || isErased(personal) ? {} : { description: personal.description }),
    ...(owner === undefined ? {} : { owner }),
    ...(dueDate === undefined ? {} : { due_date: dueDate }),
    ...(completedAt === undefined ? {} : { completed_at: completedAt }),
  };
  if (items !== null) {
    const row = items.get(itemId);
    if (row !== undefined) Object.assign(row, values);
    return;
  }
  const known = changes.get(itemId) ?? unchangedItem(itemId);
  changes.set(itemId, known);
  Object.assign(known, values);
  if (dueDate !== undefined) known.due_date_changed = true;
  if (completedAt !== undefined) known.completed_changed = true;
}

function unchangedItem(id: string): ChangedItem {
  return {
    id,
    description: null,
    owner: null,
    due_date_changed: false,
    due_date: null,
    completed_changed: false,
    completed_at: null,
  };
}

function itemRows(workspaceId: string, callId: string, items: readonly KeptActionItem[]): Map<string, ItemRow> {
  const row = (item: KeptActionItem, index: number): ItemRow => ({
    id: item.id,
    workspace_id: workspaceId,
    call_id: callId,
    position: index + 1,
    description: item.description,
    owner: item.owner,
    due_date: item.dueDate,
    completed_at: item.completedAt,
    created_at: item.createdAt,
    evidence: JSON.stringify(item.evidence),
  });
  return new Map(items.map((item, index) => [item.id, row(item, index)]));
}
