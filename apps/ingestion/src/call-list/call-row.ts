import type { Call } from '@ci/contracts';
import { timestamp } from '@ci/validation';
import { effectiveOutcome } from '../call/effective-outcome.ts';
import type { CallRow } from './call.entity.ts';

/** What a list shows of a row. */
export const listedProperties = [
  'id',
  'createdAt',
  'updatedAt',
  'durationSeconds',
  'repId',
  'prospectEmail',
  'coachingScore',
  'outcomeProvided',
  'outcomeInferred',
  'analysisStatus',
  'title',
  'externalId',
  'source',
] as const satisfies (keyof CallRow)[];

export type ListedCall = Pick<CallRow, (typeof listedProperties)[number]>;

/** A row as lists answer it (2.1). */
export function callOfRow(row: ListedCall): Call {
  return {
    id: row.id,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
    duration_seconds: row.durationSeconds,
    rep_id: row.repId,
    prospect_email: row.prospectEmail,
    coaching_score: row.coachingScore,
    ...effectiveOutcome(row.outcomeProvided, row.outcomeInferred),
    analysis_status: row.analysisStatus,
    title: row.title,
    external_id: row.externalId,
    source: row.source,
  };
}
