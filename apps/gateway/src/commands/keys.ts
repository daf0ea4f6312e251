import { randomInt } from 'node:crypto';
import { notFound } from '@ci/domain';
import { runCommand, streamOf } from '@ci/event-store';
import { confineTo, inTransaction } from '@ci/database';
import { newId } from '@ci/ids';
import type { KeyScope } from '../api-key/api-key.events.ts';
import { composeKey, keyParts } from '../api-key/key-format.ts';
import { ApiKeyRow } from '../api-key-rows/api-key.entity.ts';
import { keyHash } from '../authenticate/key-hash.ts';
import { apiKey } from '../aggregates.ts';
import { inTransactionOf, type Change } from './change.ts';

/** A key that was just made. Its text is nowhere else: only a hash is kept. */
export interface CreatedKey {
  readonly id: string;
  readonly key: string;
  readonly workspaceId: string;
}

export async function createKey(
  { dataSource, metadata }: Change,
  workspaceId: string,
  { name, scope }: { readonly name: string; readonly scope: KeyScope },
): Promise<CreatedKey> {
  return inTransactionOf(dataSource, workspaceId, async (tx) => {
    const id = newId('key');
    const key = composeKey(Array.from({ length: 30 }, () => randomInt(62)));
    const command = { type: 'CreateKey', keyId: id, name, scope, now: new Date() } as const;
    await runCommand(tx, apiKey, { stream: streamOf(apiKey, workspaceId, id), command, metadata });
    const { prefix, lastFour } = keyParts(key);
    await tx.query(
      `INSERT INTO api_key_secrets (key_id, workspace_id, hash, prefix, last_four) VALUES ($1, $2, $3, $4, $5)`,
      [id, workspaceId, keyHash(key), prefix, lastFour],
    );
    return { id, key, workspaceId };
  });
}

/**
 * From the commit on no instance finds the key; those that have it cached see the deletion within a second. With a workspace: a key of
 * another one is not found.
 */
export async function deleteKey({ dataSource, metadata }: Change, id: string, workspaceId?: string): Promise<void> {
  await inTransaction(dataSource, async (tx) => {
    if (workspaceId !== undefined) await confineTo(tx, workspaceId);
    const row = await tx.findOneBy(ApiKeyRow, workspaceId === undefined ? { id } : { id, workspaceId });
    if (row === null) throw notFound();
    const command = { type: 'DeleteKey', now: new Date() } as const;
    await runCommand(tx, apiKey, { stream: streamOf(apiKey, row.workspaceId, id), command, metadata });
    await tx.query(`DELETE FROM api_key_secrets WHERE key_id = $1`, [id]);
  });
}
