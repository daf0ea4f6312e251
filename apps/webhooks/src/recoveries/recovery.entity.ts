import type { RecoveryStatus } from '@ci/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A recovery as lists and details show it; how far it has come is the worker's. */
@Entity('recoveries')
export class RecoveryRow {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ name: 'workspace_id', type: 'text' })
  workspaceId!: string;

  @Column({ name: 'webhook_id', type: 'text' })
  webhookId!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  since!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  until!: Date;

  @Column({ type: 'text' })
  status!: RecoveryStatus;

  /** Deliveries that had not arrived when it began. */
  @Column({ type: 'int' })
  total!: number;

  @Column({ type: 'int' })
  scheduled!: number;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'finished_at', type: 'timestamptz', precision: 3, nullable: true })
  finishedAt!: Date | null;
}
