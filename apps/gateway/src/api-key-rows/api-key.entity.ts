import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { KeyScope } from '../api-key/api-key.events.ts';

/** A key as lists show it: projected from its stream. Its hash is in `api_key_secrets`. */
@Entity('api_keys')
export class ApiKeyRow {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ name: 'workspace_id', type: 'text' })
  workspaceId!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  scope!: KeyScope;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true })
  deletedAt!: Date | null;
}
