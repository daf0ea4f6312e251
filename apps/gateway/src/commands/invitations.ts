import { DomainError, notFound } from '@ci/domain';
import { runCommand, streamOf, type EventMetadata } from '@ci/event-store';
import { confineTo, inTransaction } from '@ci/database';
import { newId } from '@ci/ids';
import type { EntityManager } from 'typeorm';
import { isValid, type InvitationCommand } from '../invitation/invitation.decider.ts';
import { InvitationRow } from '../invitation-rows/invitation.entity.ts';
import type { MemberRole } from '../member/member.events.ts';
import { MemberRow } from '../member-rows/member.entity.ts';
import { looksLikeToken, newToken, tokenHash } from '../sign-in/session-token.ts';
import { invitation, member } from '../aggregates.ts';
import { inTransactionOf, type Change } from './change.ts';
import { lockOwners, ownersOf } from './owners.ts';

/** An invitation that was just made. Its token is nowhere else: only a hash is kept. */
export interface CreatedInvitation {
  readonly invitation: InvitationRow;
  readonly token: string;
}

/** Role and reps of the member that accepts. */
export interface Granted {
  readonly role: MemberRole;
  readonly repIds: readonly string[];
}

/** Name, address and password of the person who accepts an invitation. */
export interface NewMember {
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  readonly passwordHash: string;
}

/** `createdBy` is a member's id, or null for an operator. */
export async function createInvitation(
  { dataSource, metadata }: Change,
  workspaceId: string,
  granted: Granted,
  createdBy: string | null,
): Promise<CreatedInvitation> {
  return inTransactionOf(dataSource, workspaceId, async (tx) => {
    const owners = await lockOwners(tx, workspaceId);
    return create(tx, { workspaceId, metadata }, { ...granted, createdBy, first: false, owners });
  });
}

/** An operator's link for the first owner, in place of the ones before; undefined when there is an owner. */
export async function createFirstInvitation(
  { dataSource, metadata }: Change,
  workspaceId: string,
  role: MemberRole,
): Promise<CreatedInvitation | undefined> {
  return inTransactionOf(dataSource, workspaceId, async (tx) => {
    const owners = await lockOwners(tx, workspaceId);
    if (owners.length > 0) return undefined;
    await withdrawInvitations(tx, { workspaceId, of: 'first', metadata });
    return create(tx, { workspaceId, metadata }, { role, repIds: [], createdBy: null, first: true, owners });
  });
}

/** What a link leads to; `not_found` for one that is unknown, used, withdrawn or too old. */
export async function findInvitation(tx: EntityManager, token: string): Promise<InvitationRow> {
  if (!looksLikeToken(token)) throw notFound();
  const row = await tx
    .createQueryBuilder(InvitationRow, 'i')
    .innerJoin('invitation_secrets', 's', 's.invitation_id = i.id')
    .where('s.hash = :hash AND i.closed_at IS NULL AND i.expires_at > :now', {
      hash: tokenHash(token),
      now: new Date(),
    })
    .getOne();
  if (row === null || !isValid(row, await ownersOf(tx, row.workspaceId))) throw notFound();
  return row;
}

/** Early and without a lock; `acceptInvitation` checks again under one. */
export async function assertAddressIsFree(tx: EntityManager, email: string): Promise<void> {
  if (await tx.existsBy(MemberRow, { email }))
    throw new DomainError('conflict', 'This email address belongs to a member already.', { param: 'email' });
}

/** Makes the holder of the link a member and closes the invitation. Returns the member's id. */
export async function acceptInvitation(
  { dataSource, metadata }: Change,
  token: string,
  { passwordHash, ...person }: NewMember,
): Promise<string> {
  return inTransaction(dataSource, async (tx) => {
    const { id, workspaceId, role, repIds } = await findInvitation(tx, token);
    // Members are looked for in all workspaces, so before the transaction is confined to one. Two that want the same address queue.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' member addresses', 0))`);
    await assertAddressIsFree(tx, person.email);
    await confineTo(tx, workspaceId);
    const owners = await lockOwners(tx, workspaceId);
    const [memberId, now] = [newId('mem'), new Date()];
    await runInvitationCommand(tx, { workspaceId, id, metadata }, { type: 'AcceptInvitation', memberId, owners, now });
    const command = { type: 'Join', memberId, ...person, role, repIds, invitationId: id, now } as const;
    await runCommand(tx, member, { stream: streamOf(member, workspaceId, memberId), command, metadata });
    await tx.query(`INSERT INTO member_passwords (member_id, workspace_id, hash) VALUES ($1, $2, $3)`, [
      memberId,
      workspaceId,
      passwordHash,
    ]);
    return memberId;
  });
}

/** Withdraws the open invitations that a member (`of`: their id) made, or those for a first owner (`first`). Lock the owners before. */
export async function withdrawInvitations(
  tx: EntityManager,
  { workspaceId, of, metadata }: InWorkspace & { readonly of: string },
): Promise<void> {
  const rows = await tx.query<{ id: string }[]>(
    `SELECT id FROM invitations
      WHERE workspace_id = $1 AND closed_at IS NULL AND ($2 = 'first' AND first OR created_by = $2) ORDER BY id`,
    [workspaceId, of],
  );
  const command = { type: 'WithdrawInvitation', now: new Date() } as const;
  for (const { id } of rows) await runInvitationCommand(tx, { workspaceId, id, metadata }, command);
}

/** One command against one invitation. The secret of an invitation that is closed goes with it. */
export async function runInvitationCommand(
  tx: EntityManager,
  { workspaceId, id, metadata }: InWorkspace & { readonly id: string },
  command: InvitationCommand,
): Promise<void> {
  await runCommand(tx, invitation, { stream: streamOf(invitation, workspaceId, id), command, metadata });
  if (command.type === 'CreateInvitation') return;
  await tx.query(`DELETE FROM invitation_secrets WHERE invitation_id = $1`, [id]);
}

interface InWorkspace {
  readonly workspaceId: string;
  readonly metadata: EventMetadata;
}

type Making = Granted &
  Pick<Extract<InvitationCommand, { type: 'CreateInvitation' }>, 'createdBy' | 'first' | 'owners'>;

async function create(
  tx: EntityManager,
  { workspaceId, metadata }: InWorkspace,
  making: Making,
): Promise<CreatedInvitation> {
  const id = newId('inv');
  const token = newToken();
  const command = { type: 'CreateInvitation', invitationId: id, ...making, now: new Date() } as const;
  await runInvitationCommand(tx, { workspaceId, id, metadata }, command);
  await tx.query(`INSERT INTO invitation_secrets (invitation_id, workspace_id, hash) VALUES ($1, $2, $3)`, [
    id,
    workspaceId,
    tokenHash(token),
  ]);
  return { invitation: await tx.findOneByOrFail(InvitationRow, { id }), token };
}
