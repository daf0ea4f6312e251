import type { ActionItem, Evidence } from '@ci/contracts';
import { timestamp } from '@ci/platform';
import type { ActionItemRow } from './action-item.entity.ts';

/** A row as `/v1` shows it. */
export function actionItemResource(row: ActionItemRow): ActionItem {
  return {
    id: row.id,
    call_id: row.callId,
    description: row.description,
    owner: row.owner,
    due_date: row.dueDate,
    completed: row.completedAt !== null,
    completed_at: row.completedAt === null ? null : timestamp(row.completedAt),
    created_at: timestamp(row.createdAt),
    evidence: JSON.parse(row.evidence) as Evidence[],
  };
}
