import { DomainError } from '@ci/domain';
import type { DataSource, EntityManager } from 'typeorm';
import type { CallDraft } from './call-draft.ts';

/** The id of the call that was recorded under the same external id, when it is the same call; a conflict when it is another one. */
export async function findSameCall(
  source: DataSource | EntityManager,
  workspaceId: string,
  draft: CallDraft,
): Promise<string | undefined> {
  const { external_id, content_hash } = draft.content;
  if (external_id === null) return undefined;
  const [existing] = await source.query<{ readonly id: string; readonly content_hash: Buffer }[]>(
    `SELECT id, content_hash FROM calls
     WHERE workspace_id = $1 AND coalesce(source, '') = $2 AND external_id = $3`,
    [workspaceId, draft.facts.source ?? '', external_id],
  );
  if (existing === undefined) return undefined;
  if (existing.content_hash.toString('hex') === content_hash) return existing.id;
  throw new DomainError('conflict', 'Another call was recorded with this source and external_id.', {
    param: 'external_id',
  });
}

/** Lets two requests with the same external id queue, so that the second one finds the call of the first. */
export async function lockExternalId(tx: EntityManager, workspaceId: string, { facts, content }: CallDraft) {
  if (content.external_id === null) return;
  await tx.query(
    `SELECT pg_advisory_xact_lock(
       hashtextextended(jsonb_build_array('external id', current_schema(), $1::text, $2::text, $3::text)::text, 0))`,
    [workspaceId, facts.source ?? '', content.external_id],
  );
}
