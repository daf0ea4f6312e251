import type { Contact, ContactCall } from '@ci/contracts';
import { timestamp } from '@ci/validation';
import type { ContactCallRow } from './contact-call.entity.ts';
import type { ContactRow } from './contact.entity.ts';

export type ShownContact = Omit<ContactRow, 'streamId' | 'workspaceId'>;

/** A row as `/v1` shows it. */
export function contactResource(row: ShownContact): Contact {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    company: row.company,
    call_count: row.callCount,
    last_call_at: row.lastCallAt === null ? null : timestamp(row.lastCallAt),
    created_at: timestamp(row.createdAt),
  };
}

/** A call that has joined, as the history shows it. What a client said wins over what was inferred. */
export function contactCallResource(row: ContactCallRow): ContactCall {
  return {
    id: row.callId,
    created_at: timestamp(row.createdAt ?? new Date(0)),
    duration_seconds: row.durationSeconds ?? 0,
    rep_id: row.repId,
    coaching_score: row.coachingScore,
    outcome: row.providedOutcome ?? row.inferredOutcome ?? 'no_outcome',
  };
}
