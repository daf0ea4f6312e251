import { ApiKeyRow } from '../api-key-rows/api-key.entity.ts';
import { InvitationRow } from '../invitation-rows/invitation.entity.ts';
import { MemberRow } from '../member-rows/member.entity.ts';
import { WorkspaceRow } from '../workspace-rows/workspace.entity.ts';
import { Gateway1763720000000 } from './migrations/1763720000000-gateway.migration.ts';
import { UntoldDeletions1795400000000 } from './migrations/1795400000000-untold-deletions.migration.ts';
import { FirstInvitations1795410000000 } from './migrations/1795410000000-first-invitations.migration.ts';
import { RolesOfMembers1796700000000 } from './migrations/1796700000000-roles-of-members.migration.ts';
import { SlugsOfWorkspaces1795420000000 } from './migrations/1795420000000-slugs-of-workspaces.migration.ts';
import { WithoutForeignKeys1796710000000 } from './migrations/1796710000000-without-foreign-keys.migration.ts';
import { RefusedAppends1796800000000 } from './migrations/1796800000000-refused-appends.migration.ts';

/** What TypeORM maps, and how the schema came to be. */
export const entities = [WorkspaceRow, ApiKeyRow, MemberRow, InvitationRow];
export const migrations = [
  Gateway1763720000000,
  UntoldDeletions1795400000000,
  FirstInvitations1795410000000,
  SlugsOfWorkspaces1795420000000,
  RolesOfMembers1796700000000,
  WithoutForeignKeys1796710000000,
  RefusedAppends1796800000000,
];
