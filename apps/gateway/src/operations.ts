import { defineProjection } from '@ci/event-store';
import type { OperatedService } from '@ci/operations';
import { apiKeyEvents } from './api-key/api-key.events.ts';
import { projectApiKeyRows } from './api-key-rows/api-key-rows.projector.ts';
import { projectInvitationRows } from './invitation-rows/invitation-rows.projector.ts';
import { invitationEvents } from './invitation/invitation.events.ts';
import { projectMemberRows } from './member-rows/member-rows.projector.ts';
import { memberEvents } from './member/member.events.ts';
import { projectWorkspaceRows } from './workspace-rows/workspace-rows.projector.ts';
import { workspaceEvents } from './workspace/workspace.events.ts';

/** What operators can do with this service. */
export const operations: OperatedService = {
  service: 'gateway',
  messaging: false,
  projections: [
    defineProjection({
      name: 'workspaces',
      tables: ['workspaces'],
      streamTypes: ['workspace'],
      catalogue: workspaceEvents,
      projector: projectWorkspaceRows,
    }),
    defineProjection({
      name: 'api-keys',
      tables: ['api_keys'],
      streamTypes: ['key'],
      catalogue: apiKeyEvents,
      projector: projectApiKeyRows,
    }),
    defineProjection({
      name: 'members',
      tables: ['members'],
      streamTypes: ['member'],
      catalogue: memberEvents,
      projector: projectMemberRows,
    }),
    defineProjection({
      name: 'invitations',
      tables: ['invitations'],
      streamTypes: ['invitation'],
      catalogue: invitationEvents,
      projector: projectInvitationRows,
    }),
  ],
  notRebuilt: [
    { table: 'api_key_secrets', because: 'no event holds a hash, nor when a key was used' },
    { table: 'member_passwords', because: 'no event holds a hash' },
    { table: 'member_sessions', because: 'no event holds a hash, nor who is signed in' },
    { table: 'invitation_secrets', because: 'no event holds a hash' },
    { table: 'rate_budgets', because: 'what is left of each budget now' },
  ],
};
