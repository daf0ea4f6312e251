import type { SubscribableEventType } from '@ci/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DisabledReason } from '../webhook-endpoint/webhook.events.ts';

/** An endpoint: projected from one stream, guarded by that stream's version. A deleted one has no row. */
@Entity('webhook_endpoints')
export class WebhookEndpointRow {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ name: 'workspace_id', type: 'text' })
  workspaceId!: string;

  @Column({ type: 'text' })
  url!: string;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'text', array: true })
  events!: SubscribableEventType[];

  @Column({ type: 'text' })
  status!: 'active' | 'disabled';

  @Column({ name: 'disabled_reason', type: 'text', nullable: true })
  disabledReason!: DisabledReason | null;

  @Column({ name: 'disabled_at', type: 'timestamptz', precision: 3, nullable: true })
  disabledAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
