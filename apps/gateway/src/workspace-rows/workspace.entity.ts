import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A workspace as it is now: projected from its stream. */
@Entity('workspaces')
export class WorkspaceRow {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  /** What operators call it, unique; null: by its id alone. */
  @Column({ type: 'text', nullable: true })
  slug!: string | null;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  timezone!: string;

  @Column({ type: 'text', array: true })
  domains!: string[];

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
