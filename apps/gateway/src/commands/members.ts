import { runCommand, streamOf } from '@ci/event-store';
import type { EntityManager } from 'typeorm';
import type { MemberRow } from '../member-rows/member.entity.ts';
import { member } from '../aggregates.ts';
import { inTransactionOf, type Change } from './change.ts';
import { withdrawInvitations } from './invitations.ts';
import { lockOwners } from './owners.ts';

/** From the commit on the member can not sign in, has no session, and their links lead nowhere; who they were is erased. */
export async function removeMember({ dataSource, metadata }: Change, workspaceId: string, id: string): Promise<void> {
  await inTransactionOf(dataSource, workspaceId, async (tx) => {
    const command = { type: 'Remove', otherOwners: await ownersBeside(tx, workspaceId, id), now: new Date() } as const;
    await runCommand(tx, member, { stream: streamOf(member, workspaceId, id), command, metadata });
    await withdrawInvitations(tx, { workspaceId, of: id, metadata });
  });
}

/** Ends all sessions of the member but the one with this hash. */
export async function setPassword(
  dataSource: Change['dataSource'],
  { workspaceId, id }: Pick<MemberRow, 'workspaceId' | 'id'>,
  passwordHash: string,
  keptSession?: Buffer,
): Promise<void> {
  await inTransactionOf(dataSource, workspaceId, async (tx) => {
    await tx.query(`UPDATE member_passwords SET hash = $2 WHERE member_id = $1`, [id, passwordHash]);
    await tx.query(`DELETE FROM member_sessions WHERE member_id = $1 AND hash IS DISTINCT FROM $2::bytea`, [
      id,
      keptSession ?? null,
    ]);
  });
}

/** How many there are beside this member, locked as `lockOwners` does. */
export async function ownersBeside(tx: EntityManager, workspaceId: string, id: string): Promise<number> {
  return (await lockOwners(tx, workspaceId)).filter((owner) => owner !== id).length;
}
