import { CreateKey, type ConsoleKey, type ConsoleKeyList, type CreatedConsoleKey } from '@ci/contracts/console';
import type { EventMetadata } from '@ci/event-store';
import { selected, WORKER_DATA_SOURCE } from '@ci/database';
import { timestamp } from '@ci/validation';
import { Body, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { IsNull, type DataSource } from 'typeorm';
import { ApiKeyRow } from '../api-key-rows/api-key.entity.ts';
import { createKey, deleteKey } from '../commands/keys.ts';
import { MemberRow } from '../member-rows/member.entity.ts';
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

type ListedKey = Pick<ApiKeyRow, 'id' | 'name' | 'scope' | 'createdAt'> &
  Pick<ConsoleKey, 'prefix' | 'last_four' | 'created_by'> & { readonly lastUsedAt: Date | null };

const listed = `${selected(ApiKeyRow, 'k', ['id', 'name', 'scope', 'createdAt'])},
  s.prefix, s.last_four, m.name AS created_by, s.last_used_at AS "lastUsedAt"`;

async function listedKeys(worker: DataSource, workspaceId: string, id?: string): Promise<ConsoleKey[]> {
  const keys = worker
    .createQueryBuilder()
    .select(listed)
    .from(ApiKeyRow, 'k')
    .innerJoin('api_key_secrets', 's', 's.key_id = k.id')
    .leftJoin(MemberRow, 'm', 'm.id = k.created_by AND m.workspaceId = k.workspaceId AND m.removedAt IS NULL')
    .where({ workspaceId, deletedAt: IsNull(), ...(id === undefined ? {} : { id }) })
    .orderBy({ 'k.createdAt': 'DESC', 'k.id': 'DESC' });
  return (await keys.getRawMany<ListedKey>()).map(({ createdAt, lastUsedAt, ...row }) => ({
    ...row,
    created_at: timestamp(createdAt),
    last_used_at: lastUsedAt === null ? null : timestamp(lastUsedAt),
  }));
}
