import { ChangeWorkspace, type ConsoleWorkspace } from '@ci/contracts/console';
import type { EventMetadata } from '@ci/event-store';
import { WORKER_DATA_SOURCE } from '@ci/database';
import { Body, Inject, Patch } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { changeWorkspace } from '../commands/workspaces.ts';
import type { MemberSession } from '../sign-in/sessions.ts';
import { ConsoleController } from './console-controller.ts';
import { CurrentSession, EventOrigin, MayAsk } from './console.guard.ts';

@ConsoleController('workspace')
@MayAsk('owner')
export class WorkspaceController {
  constructor(@Inject(WORKER_DATA_SOURCE) private readonly worker: DataSource) {}

  @Patch()
  async change(
    @CurrentSession() { workspace }: MemberSession,
    @Body({ schema: ChangeWorkspace }) changes: ChangeWorkspace,
    @EventOrigin() metadata: EventMetadata,
  ): Promise<ConsoleWorkspace> {
    const changed = await changeWorkspace({ dataSource: this.worker, metadata }, workspace.id, definedOf(changes));
    const { id, name, timezone, domains } = changed;
    return { id, name, timezone, domains };
  }
}

function definedOf({ name, timezone, domains }: ChangeWorkspace) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(domains === undefined ? {} : { domains }),
  };
}
