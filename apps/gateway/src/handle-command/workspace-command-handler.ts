import { DomainError } from '@ci/domain';
import { inTransaction, runCommand, streamOf, type EventMetadata } from '@ci/event-store';
import { isId, newId } from '@ci/ids';
import type { DataSource, EntityManager } from 'typeorm';
import type { WorkspaceCommand, WorkspaceSettings } from '../workspace/workspace.decider.ts';
import { WorkspaceRow } from '../workspace-rows/workspace.entity.ts';
import { workspace } from '../aggregates.ts';

/** Creates and changes workspaces. Operators call one by its id or by its slug, which nobody else can set; names are for people to see. */
export class WorkspaceCommandHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly metadata: EventMetadata,
  ) {}

  async create(settings: WorkspaceSettings): Promise<WorkspaceRow> {
    return inTransaction(this.dataSource, async (tx) => {
      await assertSlugIsFree(tx, settings.slug);
      const id = newId('wsp');
      await this.#execute(tx, id, { type: 'CreateWorkspace', workspaceId: id, settings, now: new Date() });
      return tx.findOneByOrFail(WorkspaceRow, { id });
    });
  }

  async change(idOrSlug: string, changes: Partial<WorkspaceSettings>): Promise<WorkspaceRow> {
    return inTransaction(this.dataSource, async (tx) => {
      const { id } = await existing(tx, idOrSlug);
      await assertSlugIsFree(tx, changes.slug, id);
      await this.#execute(tx, id, { type: 'ChangeWorkspace', settings: changes, now: new Date() });
      return tx.findOneByOrFail(WorkspaceRow, { id });
    });
  }

  async get(idOrSlug: string): Promise<WorkspaceRow> {
    return existing(this.dataSource.manager, idOrSlug);
  }

  async #execute(tx: EntityManager, id: string, command: WorkspaceCommand): Promise<void> {
    await runCommand(tx, workspace, { stream: streamOf(workspace, id, id), command, metadata: this.metadata });
  }
}

async function existing(tx: EntityManager, idOrSlug: string): Promise<WorkspaceRow> {
  const found = await tx.findOneBy(WorkspaceRow, isId('wsp', idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug });
  if (found !== null) return found;
  const message = `There is no workspace "${idOrSlug}". Give its id or its slug: "workspaces list" shows them.`;
  throw new DomainError('not_found', message);
}

/** Two that want the same slug at once come one after the other. */
async function assertSlugIsFree(tx: EntityManager, slug: string | undefined, ownId?: string): Promise<void> {
  if (slug === undefined) return;
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' workspace slugs', 0))`);
  const other = await tx.findOneBy(WorkspaceRow, { slug });
  if (other !== null && other.id !== ownId)
    throw new DomainError('conflict', `The slug "${slug}" is that of workspace ${other.id} already.`);
}
