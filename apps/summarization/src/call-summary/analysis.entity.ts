import type { AnalysisStatus } from '@ci/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the analysis of a call is, and its newest summary. Projected from one stream; without a transcript. */
@Entity('analyses')
export class AnalysisRow {
  @PrimaryColumn({ name: 'call_id', type: 'text' })
  callId!: string;

  @Column({ name: 'workspace_id', type: 'text' })
  workspaceId!: string;

  /** Of the newest revision that was asked for. */
  @Column({ type: 'text' })
  status!: AnalysisStatus;

  @Column({ name: 'requested_revision', type: 'int' })
  requestedRevision!: number;

  /** JSON as text: stable bytes, none of jsonb's limits. It stays while a newer one is made. */
  @Column({ type: 'text', nullable: true })
  summary!: string | null;

  /** Of the analysis that made the summary, in the same form; null where that one is older than the criteria. */
  @Column({ type: 'text', nullable: true })
  coaching!: string | null;

  /** Whose call it was; null also in rows that a release before 1.3 wrote and that were not rebuilt. */
  @Column({ name: 'rep_id', type: 'text', nullable: true })
  repId!: string | null;

  /** With whom the call was, JSON as text; null in replays of an erased call alone. */
  @Column({ type: 'text', nullable: true })
  prospect!: string | null;
}
