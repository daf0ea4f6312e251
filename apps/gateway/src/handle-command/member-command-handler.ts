import { DomainError } from '@ci/domain';
import { inTransaction, runCommand, streamOf, type EventMetadata } from '@ci/event-store';
import { confineTo } from '@ci/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { MemberCommand } from '../member/member.decider.ts';
import type { MemberRole } from '../member/member.events.ts';
import { MemberRow } from '../member-rows/member.entity.ts';
import { member } from '../aggregates.ts';
import { withdrawInvitations } from './invitation-commands.ts';
import { lockOwners } from './owners.ts';

/** Who somebody says they are when they accept an invitation. */
export interface NewMember {
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  readonly passwordHash: string;
}

export interface Joining extends NewMember {
  readonly workspaceId: string;
  readonly memberId: string;
  readonly invitationId: string;
  readonly role: MemberRole;
  readonly repIds: readonly string[];
}

/** What becomes of members, their passwords and, where that ends them, their sessions. */
export class MemberCommandHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly metadata: EventMetadata,
  ) {}

  /** Members are looked for in all workspaces: call it before the transaction is confined to one. Two that want the same address queue. */
  async lockFreeAddress(tx: EntityManager, email: string): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' member addresses', 0))`);
    await this.assertAddressIsFree(email, tx);
  }

  async assertAddressIsFree(email: string, tx = this.dataSource.manager): Promise<void> {
    if (await tx.existsBy(MemberRow, { email }))
      throw new DomainError('conflict', 'This email address belongs to a member already.', { param: 'email' });
  }

  async join(tx: EntityManager, { workspaceId, memberId, passwordHash, ...joining }: Joining): Promise<void> {
    await this.#execute(tx, workspaceId, memberId, { type: 'Join', memberId, ...joining, now: new Date() });
    await tx.query(insertPassword, [memberId, workspaceId, passwordHash]);
  }

  async rename(workspaceId: string, id: string, name: string): Promise<MemberRow> {
    return this.#inWorkspace(workspaceId, async (tx) => {
      await this.#execute(tx, workspaceId, id, { type: 'Rename', name, now: new Date() });
      return tx.findOneByOrFail(MemberRow, { id });
    });
  }

  /** `repIds`: undefined leaves those that there are. */
  async changeRole(
    workspaceId: string,
    id: string,
    { role, repIds }: { readonly role: MemberRole; readonly repIds?: readonly string[] | undefined },
  ): Promise<MemberRow> {
    return this.#inWorkspace(workspaceId, async (tx) => {
      const otherOwners = await ownersBeside(tx, workspaceId, id);
      const own = repIds ?? (await tx.findOneBy(MemberRow, { id, workspaceId }))?.repIds ?? [];
      const command = { type: 'ChangeRole', role, repIds: own, otherOwners, now: new Date() } as const;
      await this.#execute(tx, workspaceId, id, command);
      if (role !== 'owner') await withdrawInvitations(tx, { workspaceId, of: id, metadata: this.metadata });
      return tx.findOneByOrFail(MemberRow, { id });
    });
  }

  /** From the commit on the member can not sign in, has no session, and their links lead nowhere; who they were is erased. */
  async remove(workspaceId: string, id: string): Promise<void> {
    await this.#inWorkspace(workspaceId, async (tx) => {
      const otherOwners = await ownersBeside(tx, workspaceId, id);
      await this.#execute(tx, workspaceId, id, { type: 'Remove', otherOwners, now: new Date() });
      await withdrawInvitations(tx, { workspaceId, of: id, metadata: this.metadata });
    });
  }

  /** Ends all sessions of the member but the one with this hash. */
  async setPassword(workspaceId: string, id: string, passwordHash: string, keptSession?: Buffer): Promise<void> {
    await this.#inWorkspace(workspaceId, async (tx) => {
      await tx.query(`UPDATE member_passwords SET hash = $2 WHERE member_id = $1`, [id, passwordHash]);
      await tx.query(`DELETE FROM member_sessions WHERE member_id = $1 AND hash IS DISTINCT FROM $2::bytea`, [
        id,
        keptSession ?? null,
      ]);
    });
  }

  async #inWorkspace<T>(workspaceId: string, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, async (tx) => {
      await confineTo(tx, workspaceId);
      return work(tx);
    });
  }

  async #execute(tx: EntityManager, workspaceId: string, id: string, command: MemberCommand): Promise<void> {
    await runCommand(tx, member, { stream: streamOf(member, workspaceId, id), command, metadata: this.metadata });
  }
}

async function ownersBeside(tx: EntityManager, workspaceId: string, id: string): Promise<number> {
  return (await lockOwners(tx, workspaceId)).filter((owner) => owner !== id).length;
}

const insertPassword = `INSERT INTO member_passwords (member_id, workspace_id, hash) VALUES ($1, $2, $3)`;
