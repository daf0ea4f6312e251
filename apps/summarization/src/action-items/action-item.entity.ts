import type { Speaker } from '@ci/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('action_items')
export class ActionItemRow {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ name: 'workspace_id', type: 'text' })
  workspaceId!: string;

  @Column({ name: 'call_id', type: 'text' })
  callId!: string;

  /** Among the items of its call: the order of mention. */
  @Column({ type: 'int' })
  position!: number;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'text' })
  owner!: Speaker;

  /** An ISO 8601 date as text: a calendar date has no time zone that a driver could add. */
  @Column({ name: 'due_date', type: 'text', nullable: true })
  dueDate!: string | null;

  @Column({ name: 'completed_at', type: 'timestamptz', precision: 3, nullable: true })
  completedAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  /** JSON as text. */
  @Column({ type: 'text' })
  evidence!: string;
}
