import type { Outcome } from '@ci/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is known of a call in a contact's history. It is shown once the call has joined: once `createdAt` is there. */
@Entity('contact_calls')
export class ContactCallRow {
  @PrimaryColumn({ name: 'stream_id', type: 'text' })
  streamId!: string;

  @PrimaryColumn({ name: 'call_id', type: 'text' })
  callId!: string;

  @Column({ name: 'workspace_id', type: 'text' })
  workspaceId!: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, nullable: true })
  createdAt!: Date | null;

  @Column({ name: 'duration_seconds', type: 'int', nullable: true })
  durationSeconds!: number | null;

  /** null also where version 1.0 of this service let the call join. */
  @Column({ name: 'rep_id', type: 'text', nullable: true })
  repId!: string | null;

  @Column({ name: 'coaching_score', type: 'int', nullable: true })
  coachingScore!: number | null;

  @Column({ name: 'inferred_outcome', type: 'text', nullable: true })
  inferredOutcome!: Outcome | null;

  @Column({ name: 'provided_outcome', type: 'text', nullable: true })
  providedOutcome!: Outcome | null;
}
