import type { AnalysisStatus, Outcome, SpeakerMapping } from '@ci/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A call as lists and details show it, without its transcript. Projected from one stream, guarded by that stream's version. */
@Entity('calls')
export class CallRow {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ name: 'stream_id', type: 'text' })
  streamId!: string;

  @Column({ name: 'workspace_id', type: 'text' })
  workspaceId!: string;

  @Column({ type: 'bigint' })
  version!: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  @Column({ name: 'duration_seconds', type: 'int' })
  durationSeconds!: number;

  @Column({ name: 'rep_id', type: 'text' })
  repId!: string;

  @Column({ name: 'rep_name', type: 'text', nullable: true })
  repName!: string | null;

  @Column({ name: 'rep_email', type: 'text', nullable: true })
  repEmail!: string | null;

  @Column({ name: 'prospect_email', type: 'text', nullable: true })
  prospectEmail!: string | null;

  @Column({ name: 'prospect_name', type: 'text', nullable: true })
  prospectName!: string | null;

  @Column({ name: 'prospect_company', type: 'text', nullable: true })
  prospectCompany!: string | null;

  @Column({ name: 'coaching_score', type: 'smallint', nullable: true })
  coachingScore!: number | null;

  @Column({ name: 'outcome_provided', type: 'text', nullable: true })
  outcomeProvided!: Outcome | null;

  @Column({ name: 'outcome_inferred', type: 'text', nullable: true })
  outcomeInferred!: Outcome | null;

  /** Made of the two by Postgres, for the index. */
  @Column({ type: 'text', insert: false, update: false })
  outcome!: Outcome;

  @Column({ name: 'analysis_status', type: 'text' })
  analysisStatus!: AnalysisStatus;

  @Column({ type: 'int' })
  revision!: number;

  @Column({ type: 'text', nullable: true })
  title!: string | null;

  @Column({ name: 'external_id', type: 'text', nullable: true })
  externalId!: string | null;

  @Column({ type: 'text', nullable: true })
  source!: string | null;

  @Column({ type: 'text' })
  timezone!: string;

  @Column({ type: 'json' })
  metadata!: Record<string, string>;

  @Column({ name: 'speaker_mapping', type: 'text', nullable: true })
  speakerMapping!: SpeakerMapping | null;

  /** Null where there is no external id. */
  @Column({ name: 'content_hash', type: 'bytea', nullable: true })
  contentHash!: Buffer | null;
}
