import type { AnalysisStatus, Call, Outcome } from '@ci/contracts';
import { timestamp } from '@ci/validation';
import { effectiveOutcome } from '../call/effective-outcome.ts';

/** The columns of `calls` that a recording sets, beside its ids, and their types. */
export const recordedColumnTypes = {
  version: 'bigint',
  updated_at: 'timestamptz',
  created_at: 'timestamptz',
  duration_seconds: 'int',
  rep_id: 'text',
  rep_name: 'text',
  rep_email: 'text',
  prospect_email: 'text',
  prospect_name: 'text',
  prospect_company: 'text',
  outcome_provided: 'text',
  outcome_inferred: 'text',
  coaching_score: 'smallint',
  analysis_status: 'text',
  revision: 'int',
  title: 'text',
  external_id: 'text',
  source: 'text',
  timezone: 'text',
  metadata: 'json',
  speaker_mapping: 'text',
  content_hash: 'bytea',
} as const;

/** The columns of `calls` that a list shows. */
export const listColumns = `id, created_at, updated_at, duration_seconds, rep_id, prospect_email, coaching_score,
  outcome_provided, outcome_inferred, analysis_status, title, external_id, source`;

export interface CallRow {
  readonly id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly duration_seconds: number;
  readonly rep_id: string;
  readonly prospect_email: string | null;
  readonly coaching_score: number | null;
  readonly outcome_provided: Outcome | null;
  readonly outcome_inferred: Outcome | null;
  readonly analysis_status: AnalysisStatus;
  readonly title: string | null;
  readonly external_id: string | null;
  readonly source: string | null;
}

/** A row as lists answer it (2.1). */
export function callOfRow(row: CallRow): Call {
  return {
    id: row.id,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
    duration_seconds: row.duration_seconds,
    rep_id: row.rep_id,
    prospect_email: row.prospect_email,
    coaching_score: row.coaching_score,
    ...effectiveOutcome(row.outcome_provided, row.outcome_inferred),
    analysis_status: row.analysis_status,
    title: row.title,
    external_id: row.external_id,
    source: row.source,
  };
}
