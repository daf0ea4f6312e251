import type { Projector } from '@ci/event-store';
import type { InvitationEvent } from '../invitation/invitation.events.ts';
import { roleOf } from '../member/member.events.ts';

/** Keeps `invitations`. */
export const projectInvitationRows: Projector<InvitationEvent> = (events) =>
  events.map(({ event, stream }) => {
    const id = stream.id.slice('invitation-'.length);
    switch (event.type) {
      case 'InvitationCreated': {
        const { role, repIds = [], createdBy, createdAt, expiresAt, first = false } = event.data;
        const granted = [roleOf(role), repIds];
        return {
          text: insertInvitation,
          values: [id, stream.workspaceId, ...granted, createdBy, createdAt, expiresAt, first],
        };
      }
      case 'InvitationAccepted':
        return { text: close, values: [id, event.data.acceptedAt] };
      case 'InvitationWithdrawn':
        return { text: close, values: [id, event.data.withdrawnAt] };
    }
  });

const insertInvitation = `
  INSERT INTO invitations (id, workspace_id, role, rep_ids, created_by, created_at, expires_at, first)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

const close = `UPDATE invitations SET closed_at = $2 WHERE id = $1`;
