import { isErased } from '@ci/domain';
import { load } from '@ci/event-store';
import { OperatorError, table } from '@ci/operations';
import { timestamp } from '@ci/validation';
import type { DataSource } from 'typeorm';
import { apiKeyEvents, type KeyScope } from '../api-key/api-key.events.ts';
import type { Operator } from './operator.ts';

interface KeyHistory {
  readonly id: string;
  readonly workspace: string;
  readonly events: readonly KeyMoment[];
  /** Null: never. Absent: the key is deleted, and what was known of its use with it. */
  readonly last_used_at?: string | null;
}

/** What happened to a key, when, and who did it. */
interface KeyMoment {
  readonly at: string;
  readonly what: 'created' | 'deleted';
  readonly by: string | null;
  readonly name?: string | null;
  readonly scope?: KeyScope;
}

/** `keys history ID`: the trail of a key, also of a deleted one. No secret is in it: events name a key by its id. */
export async function printHistory({ withDatabase, print }: Operator, id: string, json: boolean): Promise<void> {
  const history = await withDatabase(({ dataSource }) => historyOf(dataSource, id));
  if (history === undefined) throw new OperatorError(`There is no key ${id}.`);
  if (json) {
    print(JSON.stringify(history));
    return;
  }
  print(`${history.id} of workspace ${history.workspace}`);
  print(table(['WHEN', 'WHAT', 'WHO', 'NAME', 'SCOPE'], history.events.map(rowOf)));
  if (history.last_used_at !== undefined) print(`Last used: ${history.last_used_at ?? 'never'}`);
}

async function historyOf(dataSource: DataSource, id: string): Promise<KeyHistory | undefined> {
  const { events } = await load(dataSource.manager, `key-${id}`, apiKeyEvents);
  const workspace = events[0]?.stream.workspaceId;
  if (workspace === undefined) return undefined;
  const moments = events.map(({ event, metadata }): KeyMoment => {
    const by = metadata.actor ?? null;
    if (event.type === 'KeyDeleted') return { at: event.data.deletedAt, what: 'deleted', by };
    const name = isErased(event.personal) ? null : event.personal.name;
    return { at: event.data.createdAt, what: 'created', by, name, scope: event.data.scope };
  });
  return { id, workspace, events: moments, ...(await lastUse(dataSource, id)) };
}

async function lastUse(dataSource: DataSource, id: string): Promise<Pick<KeyHistory, 'last_used_at'>> {
  const [row] = await dataSource.query<{ last_used_at: Date | null }[]>(
    `SELECT last_used_at FROM api_key_secrets WHERE key_id = $1`,
    [id],
  );
  if (row === undefined) return {};
  return { last_used_at: row.last_used_at === null ? null : timestamp(row.last_used_at) };
}

function rowOf({ at, what, by, name, scope }: KeyMoment): string[] {
  return [at, what, by ?? 'unknown', name ?? '–', scope ?? '–'];
}
