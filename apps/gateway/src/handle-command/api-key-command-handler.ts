import { randomInt } from 'node:crypto';
import { notFound } from '@ci/domain';
import { inTransaction, runCommand, streamOf, type EventMetadata } from '@ci/event-store';
import { confineTo } from '@ci/database';
import { newId } from '@ci/ids';
import type { DataSource, EntityManager } from 'typeorm';
import type { ApiKeyCommand } from '../api-key/api-key.decider.ts';
import type { KeyScope } from '../api-key/api-key.events.ts';
import { composeKey, keyParts } from '../api-key/key-format.ts';
import { ApiKeyRow } from '../api-key-rows/api-key.entity.ts';
import { keyHash } from '../authenticate/key-hash.ts';
import { apiKey } from '../aggregates.ts';

/** A key that was just made. Its text is nowhere else: only a hash is kept. */
export interface CreatedKey {
  readonly id: string;
  readonly key: string;
  readonly workspaceId: string;
}

/** Creates and deletes API keys. */
export class ApiKeyCommandHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly metadata: EventMetadata,
  ) {}

  async create(workspaceId: string, name: string, scope: KeyScope): Promise<CreatedKey> {
    return inTransaction(this.dataSource, async (tx) => {
      await confineTo(tx, workspaceId);
      const id = newId('key');
      const key = composeKey(Array.from({ length: 30 }, () => randomInt(62)));
      await this.#execute(tx, workspaceId, id, { type: 'CreateKey', keyId: id, name, scope, now: new Date() });
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
  async delete(id: string, workspaceId?: string): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      if (workspaceId !== undefined) await confineTo(tx, workspaceId);
      const row = await tx.findOneBy(ApiKeyRow, workspaceId === undefined ? { id } : { id, workspaceId });
      if (row === null) throw notFound();
      await this.#execute(tx, row.workspaceId, id, { type: 'DeleteKey', now: new Date() });
      await tx.query(`DELETE FROM api_key_secrets WHERE key_id = $1`, [id]);
    });
  }

  async #execute(tx: EntityManager, workspaceId: string, keyId: string, command: ApiKeyCommand): Promise<void> {
    await runCommand(tx, apiKey, { stream: streamOf(apiKey, workspaceId, keyId), command, metadata: this.metadata });
  }
}
