import { Column, Entity, PrimaryColumn } from 'typeorm';
import { roleOf, type MemberRole } from '../member/member.events.ts';

/** An invitation: projected from its stream. The hash of its link is in `invitation_secrets`. */
@Entity('invitations')
export class InvitationRow {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ name: 'workspace_id', type: 'text' })
  workspaceId!: string;

  @Column({ type: 'text', transformer: { from: roleOf, to: roleOf } })
  role!: MemberRole;

  @Column({ name: 'rep_ids', type: 'text', array: true })
  repIds!: readonly string[];

  @Column({ name: 'created_by', type: 'text', nullable: true })
  createdBy!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;

  /** For the first owner. */
  @Column({ type: 'boolean' })
  first!: boolean;

  /** When it was accepted or withdrawn. */
  @Column({ name: 'closed_at', type: 'timestamptz', precision: 3, nullable: true })
  closedAt!: Date | null;
}
