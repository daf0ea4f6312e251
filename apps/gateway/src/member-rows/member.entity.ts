import { Column, Entity, PrimaryColumn } from 'typeorm';
import { roleOf, type MemberRole } from '../member/member.events.ts';

/** A member as lists show them: projected from their stream. */
@Entity('members')
export class MemberRow {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ name: 'workspace_id', type: 'text' })
  workspaceId!: string;

  @Column({ type: 'text' })
  name!: string;

  /** In lower case, unique in the installation; null when it was erased. */
  @Column({ type: 'text', nullable: true })
  email!: string | null;

  @Column({ type: 'text', transformer: { from: roleOf, to: roleOf } })
  role!: MemberRole;

  @Column({ name: 'rep_ids', type: 'text', array: true })
  repIds!: readonly string[];

  @Column({ name: 'joined_at', type: 'timestamptz', precision: 3 })
  joinedAt!: Date;

  @Column({ name: 'removed_at', type: 'timestamptz', precision: 3, nullable: true })
  removedAt!: Date | null;
}
