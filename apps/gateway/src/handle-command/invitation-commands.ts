import { runCommand, streamOf, type EventMetadata } from '@ci/event-store';
import type { EntityManager } from 'typeorm';
import type { InvitationCommand } from '../invitation/invitation.decider.ts';
import { invitation } from '../aggregates.ts';

interface InvitationRef {
  readonly workspaceId: string;
  readonly id: string;
}

/** One command against one invitation, in the transaction. */
export async function executeInvitation(
  tx: EntityManager,
  { workspaceId, id, metadata }: InvitationRef & { readonly metadata: EventMetadata },
  command: InvitationCommand,
): Promise<void> {
  await runCommand(tx, invitation, { stream: streamOf(invitation, workspaceId, id), command, metadata });
  if (command.type === 'CreateInvitation') return;
  await tx.query(`DELETE FROM invitation_secrets WHERE invitation_id = $1`, [id]);
}

/** Withdraws the open invitations that a member (`of`: their id) made, or those for a first owner (`first`). Lock the owners before. */
export async function withdrawInvitations(
  tx: EntityManager,
  {
    workspaceId,
    of,
    metadata,
  }: { readonly workspaceId: string; readonly of: string; readonly metadata: EventMetadata },
): Promise<void> {
  const rows = await tx.query<{ id: string }[]>(
    `SELECT id FROM invitations
      WHERE workspace_id = $1 AND closed_at IS NULL AND ($2 = 'first' AND first OR created_by = $2) ORDER BY id`,
    [workspaceId, of],
  );
  for (const { id } of rows)
    await executeInvitation(tx, { workspaceId, id, metadata }, { type: 'WithdrawInvitation', now: new Date() });
}
