import { executeCommand, inTransaction } from '@ci/event-store';
import { DomainError, isId, newId } from '@ci/platform';
import type { DataSource, EntityManager } from 'typeorm';
import { workspaceDecider, type WorkspaceCommand, type WorkspaceSettings } from '../workspace/workspace.decider.ts';
import { workspaceEvents } from '../workspace/workspace.events.ts';
import { WorkspaceRow } from '../workspace-rows/workspace.entity.ts';
import { projectWorkspaceRows } from '../workspace-rows/workspace-rows.projector.ts';

/** Creates and changes workspaces. A workspace may be called by its id or by its name; names are unique. */
export class WorkspaceCommandHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly actor: string,
  ) {}

  async create(settings: WorkspaceSettings): Promise<WorkspaceRow> {
    return inTransaction(this.dataSource, async (tx) => {
      await lockNames(tx);
      return this.#create(tx, settings);
    });
  }

  async change(idOrName: string, changes: Partial<WorkspaceSettings>): Promise<WorkspaceRow> {
    return inTransaction(this.dataSource, async (tx) => {
      await lockNames(tx);
      const { id } = await this.#existing(tx, idOrName);
      if (changes.name !== undefined) await assertNameIsFree(tx, changes.name, id);
      await this.#execute(tx, id, { type: 'ChangeWorkspace', settings: changes, now: new Date() });
      return tx.findOneByOrFail(WorkspaceRow, { id });
    });
  }

  async get(idOrName: string): Promise<WorkspaceRow> {
    return this.#existing(this.dataSource.manager, idOrName);
  }

  /** In the transaction of a key that is made for it: the workspace of that id or name, made if no workspace has the name. */
  async findOrCreate(tx: EntityManager, idOrName: string): Promise<WorkspaceRow> {
    if (isId('wsp', idOrName)) return this.#existing(tx, idOrName);
    await lockNames(tx);
    const found = await find(tx, idOrName);
    return found ?? this.#create(tx, { name: idOrName, timezone: 'UTC', domains: [] });
  }

  async #create(tx: EntityManager, settings: WorkspaceSettings): Promise<WorkspaceRow> {
    await assertNameIsFree(tx, settings.name);
    const id = newId('wsp');
    await this.#execute(tx, id, { type: 'CreateWorkspace', workspaceId: id, settings, now: new Date() });
    return tx.findOneByOrFail(WorkspaceRow, { id });
  }

  async #existing(tx: EntityManager, idOrName: string): Promise<WorkspaceRow> {
    const found = await find(tx, idOrName);
    if (found === null) throw new DomainError('not_found', `There is no workspace "${idOrName}".`);
    return found;
  }

  async #execute(tx: EntityManager, id: string, command: WorkspaceCommand): Promise<void> {
    await executeCommand({
      tx,
      stream: { type: 'workspace', id: `workspace-${id}`, workspaceId: id },
      decider: workspaceDecider,
      catalogue: workspaceEvents,
      command,
      metadata: { actor: this.actor },
      projectors: [projectWorkspaceRows],
    });
  }
}

async function find(tx: EntityManager, idOrName: string): Promise<WorkspaceRow | null> {
  return (await tx.findOneBy(WorkspaceRow, { id: idOrName })) ?? tx.findOneBy(WorkspaceRow, { name: idOrName.trim() });
}

async function assertNameIsFree(tx: EntityManager, name: string, ownId?: string): Promise<void> {
  const other = await tx.findOneBy(WorkspaceRow, { name: name.trim() });
  if (other !== null && other.id !== ownId)
    throw new DomainError('conflict', `There is a workspace "${name.trim()}" already.`);
}

/** Two that create the same name at once come one after the other: the second finds what the first made. */
async function lockNames(tx: EntityManager): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' workspace names', 0))`);
}
