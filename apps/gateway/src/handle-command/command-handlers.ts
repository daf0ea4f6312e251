import type { EventMetadata } from '@ci/event-store';
import type { DataSource } from 'typeorm';
import { ApiKeyCommandHandler } from './api-key-command-handler.ts';
import { InvitationCommandHandler } from './invitation-command-handler.ts';
import { MemberCommandHandler } from './member-command-handler.ts';
import { WorkspaceCommandHandler } from './workspace-command-handler.ts';

export interface CommandHandlers {
  readonly workspaces: WorkspaceCommandHandler;
  readonly keys: ApiKeyCommandHandler;
  readonly members: MemberCommandHandler;
  readonly invitations: InvitationCommandHandler;
}

/** All that changes something here; its events keep who did it, an operator or a member. */
export function commandHandlers(dataSource: DataSource, metadata: EventMetadata): CommandHandlers {
  const members = new MemberCommandHandler(dataSource, metadata);
  return {
    workspaces: new WorkspaceCommandHandler(dataSource, metadata),
    keys: new ApiKeyCommandHandler(dataSource, metadata),
    members,
    invitations: new InvitationCommandHandler(dataSource, members, metadata),
  };
}
