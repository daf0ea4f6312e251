import { isErased, type Projector, type StoredEvent } from '@ci/event-store';
import type { EntityManager } from 'typeorm';
import type { ActionItemChanged, AnalysisEvent, KeptActionItem } from '../analysis/analysis.events.ts';

/** Keeps `action_items` in the append's transaction. */
export const projectActionItems: Projector<AnalysisEvent> = async (tx, events) => {
  for (const stored of events) await projectEvent(tx, stored);
};

async function projectEvent(tx: EntityManager, { event, stream }: StoredEvent<AnalysisEvent>): Promise<void> {
  switch (event.type) {
    case 'AnalysisCompleted':
      if (isErased(event.personal)) return;
      await removeItems(tx, event.data.callId);
      await insertItems(tx, stream.workspaceId, event.data.callId, event.personal.actionItems);
      return;
    case 'ActionItemChanged':
      await changeItem(tx, event);
      return;
    case 'AnalysisForgotten':
      await removeItems(tx, event.data.callId);
      return;
    case 'AnalysisRequested':
    case 'CallUpdated':
    case 'AnalysisFailed':
      return;
  }
}

async function removeItems(tx: EntityManager, callId: string): Promise<void> {
  await tx.query(`DELETE FROM action_items WHERE call_id = $1`, [callId]);
}

/** One statement for all of them: a long call has hundreds. */
async function insertItems(
  tx: EntityManager,
  workspaceId: string,
  callId: string,
  items: readonly KeptActionItem[],
): Promise<void> {
  const column = <Key extends keyof KeptActionItem>(key: Key) => items.map((item) => item[key]);
  await tx.query(
    `INSERT INTO action_items
       (workspace_id, call_id, id, position, description, owner, due_date, completed_at, created_at, evidence)
     SELECT $1, $2, id, position, description, owner, due_date, completed_at, created_at, evidence
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::text[])
       WITH ORDINALITY AS item (id, description, owner, due_date, completed_at, created_at, evidence, position)`,
    [
      workspaceId,
      callId,
      column('id'),
      column('description'),
      column('owner'),
      column('dueDate'),
      column('completedAt'),
      column('createdAt'),
      column('evidence').map((evidence) => JSON.stringify(evidence)),
    ],
  );
}

async function changeItem(tx: EntityManager, { data, personal }: ActionItemChanged): Promise<void> {
  const changes: Record<string, string | null> = {
    ...(personal === undefined || isErased(personal) ? {} : { description: personal.description }),
    ...(data.owner === undefined ? {} : { owner: data.owner }),
    ...(data.dueDate === undefined ? {} : { due_date: data.dueDate }),
    ...(data.completedAt === undefined ? {} : { completed_at: data.completedAt }),
  };
  const assignments = Object.keys(changes).map((column, index) => `${column} = $${index + 2}`);
  if (assignments.length === 0) return;
  await tx.query(`UPDATE action_items SET ${assignments.join(', ')} WHERE id = $1`, [
    data.itemId,
    ...Object.values(changes),
  ]);
}
