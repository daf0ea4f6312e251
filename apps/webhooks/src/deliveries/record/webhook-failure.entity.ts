import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Since when an endpoint fails: a row only while it does. */
@Entity('webhook_failures')
export class WebhookFailureRow {
  @PrimaryColumn({ name: 'webhook_id', type: 'text' })
  webhookId!: string;

  @Column({ name: 'failing_since', type: 'timestamptz', precision: 3 })
  failingSince!: Date;

  @Column({ name: 'failed_attempts', type: 'int' })
  failedAttempts!: number;
}
