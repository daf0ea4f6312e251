import {
  ChangeWorkspace,
  CreateKey,
  type ConsoleKey,
  type ConsoleKeyList,
  type ConsoleWorkspace,
  type CreatedConsoleKey,
} from '@ci/contracts/console';
import { timestamp } from '@ci/validation';
import type { DataSource } from 'typeorm';
import type { KeyScope } from '../api-key/api-key.events.ts';
import { bodyAs, type AskedByMember, type ConsoleEndpoint } from './console-endpoint.ts';
import { idOf } from './member-endpoints.ts';
import { memberHandlers } from './member-handlers.ts';

/** API keys and the workspace itself. */
export function settingsEndpoints(worker: DataSource): readonly ConsoleEndpoint[] {
  const handlersOf = (asked: AskedByMember) => memberHandlers(worker, asked);
  return [
    {
      method: 'GET',
      path: 'keys',
      who: 'owner',
      answer: async ({ session }) => {
        const body: ConsoleKeyList = { data: await listedKeys(worker, session.workspace.id) };
        return { status: 200, body };
      },
    },
    {
      method: 'POST',
      path: 'keys',
      who: 'owner',
      answer: async (asked) => {
        const { name, scope } = bodyAs(CreateKey, asked);
        const workspaceId = asked.session.workspace.id;
        const { id, key } = await handlersOf(asked).keys.create(workspaceId, name, scope);
        const [listed] = await listedKeys(worker, workspaceId, id);
        if (listed === undefined) throw new Error('a key that was just made is listed');
        const body: CreatedConsoleKey = { ...listed, key };
        return { status: 201, body };
      },
    },
    {
      method: 'DELETE',
      path: 'keys/:id',
      who: 'owner',
      answer: async (asked) => {
        await handlersOf(asked).keys.delete(idOf(asked, 'key'), asked.session.workspace.id);
        return { status: 204 };
      },
    },
    {
      method: 'PATCH',
      path: 'workspace',
      who: 'owner',
      answer: async (asked) => {
        const changes = definedOf(bodyAs(ChangeWorkspace, asked));
        const row = await handlersOf(asked).workspaces.change(asked.session.workspace.id, changes);
        const { id, name, timezone, domains } = row;
        const body: ConsoleWorkspace = { id, name, timezone, domains };
        return { status: 200, body };
      },
    },
  ];
}

function definedOf({ name, timezone, domains }: ChangeWorkspace) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(domains === undefined ? {} : { domains }),
  };
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
