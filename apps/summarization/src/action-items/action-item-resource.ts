import type { ActionItemDetail, Evidence, Prospect } from '@ci/contracts';
import { timestamp } from '@ci/validation';
import type { ActionItemRow } from './action-item.entity.ts';

/** A row as `/v1` shows it, with the prospect of its call: JSON as text. */
export function actionItemResource(row: ActionItemRow, prospect: string | null): ActionItemDetail {
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
    prospect: prospect === null ? nobody : (JSON.parse(prospect) as Prospect),
  };
}

const nobody: Prospect = { email: null, name: null, company: null };
