import { inTransaction } from '@ci/database';
import { DomainError } from '@ci/domain';
import { runCommand, streamOf } from '@ci/event-store';
import { isId, newId } from '@ci/ids';
import type { EntityManager } from 'typeorm';
import type { WorkspaceSettings } from '../workspace/workspace.decider.ts';
import { WorkspaceRow } from '../workspace-rows/workspace.entity.ts';
import { workspace } from '../aggregates.ts';
import type { Change } from './change.ts';

export async function createWorkspace(
  { dataSource, metadata }: Change,
  settings: WorkspaceSettings,
): Promise<WorkspaceRow> {
  return inTransaction(dataSource, async (tx) => {
    await assertSlugIsFree(tx, settings.slug);
    const id = newId('wsp');
    const command = { type: 'CreateWorkspace', workspaceId: id, settings, now: new Date() } as const;
    await runCommand(tx, workspace, { stream: streamOf(workspace, id, id), command, metadata });
    return tx.findOneByOrFail(WorkspaceRow, { id });
  });
}

export async function changeWorkspace(
  { dataSource, metadata }: Change,
  idOrSlug: string,
  settings: Partial<WorkspaceSettings>,
): Promise<WorkspaceRow> {
  return inTransaction(dataSource, async (tx) => {
    const { id } = await findWorkspace(tx, idOrSlug);
    await assertSlugIsFree(tx, settings.slug, id);
    const command = { type: 'ChangeWorkspace', settings, now: new Date() } as const;
    await runCommand(tx, workspace, { stream: streamOf(workspace, id, id), command, metadata });
    return tx.findOneByOrFail(WorkspaceRow, { id });
  });
}

/** Operators address a workspace by its id or its slug: only they set slugs, while names need not be unique. */
export async function findWorkspace(tx: EntityManager, idOrSlug: string): Promise<WorkspaceRow> {
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
