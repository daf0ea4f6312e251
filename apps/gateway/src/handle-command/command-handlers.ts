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

/** All that changes something here, done by `actor`: an operator, or a member. Events keep who that was. */
export function commandHandlers(dataSource: DataSource, actor: string): CommandHandlers {
  const members = new MemberCommandHandler(dataSource, actor);
  return {
    workspaces: new WorkspaceCommandHandler(dataSource, actor),
    keys: new ApiKeyCommandHandler(dataSource, actor),
    members,
    invitations: new InvitationCommandHandler(dataSource, members, actor),
  };
}
