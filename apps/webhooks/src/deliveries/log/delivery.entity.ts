import type { DeliveryStatus, WebhookEventType } from '@ci/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A delivery as the log shows it; the rest of its row is the queue's. */
@Entity('deliveries')
export class DeliveryRow {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ name: 'workspace_id', type: 'text' })
  workspaceId!: string;

  @Column({ name: 'webhook_id', type: 'text' })
  webhookId!: string;

  @Column({ name: 'event_id', type: 'text' })
  eventId!: string;

  @Column({ name: 'event_type', type: 'text' })
  eventType!: WebhookEventType;

  @Column({ type: 'text' })
  status!: DeliveryStatus;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'next_attempt_at', type: 'timestamptz', precision: 3, nullable: true })
  nextAttemptAt!: Date | null;
}
