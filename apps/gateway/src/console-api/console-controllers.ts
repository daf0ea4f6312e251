import { AccountController } from './account.controller.ts';
import { InvitationsController } from './invitations.controller.ts';
import { KeysController } from './keys.controller.ts';
import { MembersController } from './members.controller.ts';
import { SessionController } from './session.controller.ts';
import { WorkspaceController } from './workspace.controller.ts';

/** The console's own endpoints, below `/console/api/`. */
export const consoleControllers = [
  SessionController,
  AccountController,
  MembersController,
  InvitationsController,
  KeysController,
  WorkspaceController,
];
