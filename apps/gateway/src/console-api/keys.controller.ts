import { CreateKey, type ConsoleKey, type ConsoleKeyList, type CreatedConsoleKey } from '@ci/contracts/console';
import type { EventMetadata } from '@ci/event-store';
import { WORKER_DATA_SOURCE } from '@ci/database';
import { timestamp } from '@ci/validation';
import { Body, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { KeyScope } from '../api-key/api-key.events.ts';
import { createKey, deleteKey } from '../commands/keys.ts';
import type { MemberSession } from '../sign-in/sessions.ts';
import { ConsoleController, idOf } from './console-controller.ts';
import { CurrentSession, EventOrigin, MayAsk } from './console.guard.ts';

@ConsoleController('keys')
@MayAsk('owner')
export class KeysController {
  constructor(@Inject(WORKER_DATA_SOURCE) private readonly worker: DataSource) {}

  @Get()
  async list(@CurrentSession() { workspace }: MemberSession): Promise<ConsoleKeyList> {
    return { data: await listedKeys(this.worker, workspace.id) };
  }

  @Post()
  async create(
    @CurrentSession() { workspace }: MemberSession,
    @Body({ schema: CreateKey }) body: CreateKey,
    @EventOrigin() metadata: EventMetadata,
  ): Promise<CreatedConsoleKey> {
    const { id, key } = await createKey({ dataSource: this.worker, metadata }, workspace.id, body);
    const [listed] = await listedKeys(this.worker, workspace.id, id);
    if (listed === undefined) throw new Error('a key that was just made is listed');
    return { ...listed, key };
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(
    @CurrentSession() { workspace }: MemberSession,
    @Param('id') id: string,
    @EventOrigin() metadata: EventMetadata,
  ): Promise<void> {
    await deleteKey({ dataSource: this.worker, metadata }, idOf('key', id), workspace.id);
  }
}

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly prefix: string;
  readonly last_four: string;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly last_used_at: Date | null;
}

async function listedKeys(worker: DataSource, workspaceId: string, id?: string): Promise<ConsoleKey[]> {
  const rows = await worker.query<KeyRow[]>(
    `SELECT k.id, k.name, k.scope, s.prefix, s.last_four, k.created_at, m.name AS created_by, s.last_used_at
       FROM api_keys k JOIN api_key_secrets s ON s.key_id = k.id
       LEFT JOIN members m ON m.id = k.created_by AND m.workspace_id = k.workspace_id AND m.removed_at IS NULL
      WHERE k.workspace_id = $1 AND k.deleted_at IS NULL AND ($2::text IS NULL OR k.id = $2)
      ORDER BY k.created_at DESC, k.id DESC`,
    [workspaceId, id ?? null],
  );
  return rows.map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    created_at: timestamp(created_at),
    last_used_at: last_used_at === null ? null : timestamp(last_used_at),
  }));
}
