import { defineAggregate } from '@ci/event-store';
import { apiKeyDecider } from './api-key/api-key.decider.ts';
import { apiKeyEvents } from './api-key/api-key.events.ts';
import { projectApiKeyRows } from './api-key-rows/api-key-rows.projector.ts';
import { invitationDecider } from './invitation/invitation.decider.ts';
import { invitationEvents } from './invitation/invitation.events.ts';
import { projectInvitationRows } from './invitation-rows/invitation-rows.projector.ts';
import { memberDecider } from './member/member.decider.ts';
import { memberEvents } from './member/member.events.ts';
import { projectMemberRows } from './member-rows/member-rows.projector.ts';
import { workspaceDecider } from './workspace/workspace.decider.ts';
import { workspaceEvents } from './workspace/workspace.events.ts';
import { projectWorkspaceRows } from './workspace-rows/workspace-rows.projector.ts';

export const workspace = defineAggregate({
  name: 'workspace',
  decider: workspaceDecider,
  events: workspaceEvents,
  projectors: [{ name: 'workspaces', tables: ['workspaces'], project: projectWorkspaceRows }],
});

export const apiKey = defineAggregate({
  name: 'key',
  decider: apiKeyDecider,
  events: apiKeyEvents,
  projectors: [{ name: 'api-keys', tables: ['api_keys'], project: projectApiKeyRows }],
});

export const member = defineAggregate({
  name: 'member',
  decider: memberDecider,
  events: memberEvents,
  projectors: [{ name: 'members', tables: ['members'], project: projectMemberRows }],
  erasure: {
    on: ['MemberRemoved'],
    also: async (tx, erased) => {
      const ids = erased.map(({ id }) => id);
      await tx.query(`DELETE FROM member_passwords WHERE member_id = ANY($1)`, [ids]);
      await tx.query(`DELETE FROM member_sessions WHERE member_id = ANY($1)`, [ids]);
    },
  },
});

export const invitation = defineAggregate({
  name: 'invitation',
  decider: invitationDecider,
  events: invitationEvents,
  projectors: [{ name: 'invitations', tables: ['invitations'], project: projectInvitationRows }],
});
