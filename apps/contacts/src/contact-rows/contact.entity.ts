import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A contact as lists and details show it: projected from one stream, guarded by that stream's version. */
@Entity('contacts')
export class ContactRow {
  @PrimaryColumn({ name: 'stream_id', type: 'text' })
  streamId!: string;

  @Column({ type: 'text' })
  id!: string;

  @Column({ name: 'workspace_id', type: 'text' })
  workspaceId!: string;

  @Column({ type: 'text' })
  email!: string;

  @Column({ type: 'text', nullable: true })
  name!: string | null;

  @Column({ type: 'text', nullable: true })
  company!: string | null;

  @Column({ name: 'call_count', type: 'int' })
  callCount!: number;

  @Column({ name: 'last_call_at', type: 'timestamptz', precision: 3, nullable: true })
  lastCallAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
