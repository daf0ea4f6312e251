import { selected } from '@ci/database';
import { OperatorError, table } from '@ci/operations';
import { timestamp } from '@ci/validation';
import { Command, Option } from 'commander';
import { IsNull, type DataSource } from 'typeorm';
import { ApiKeyRow } from '../api-key-rows/api-key.entity.ts';
import type { KeyScope } from '../api-key/api-key.events.ts';
import { createKey, deleteKey } from '../commands/keys.ts';
import { findWorkspace } from '../commands/workspaces.ts';
import { WorkspaceRow } from '../workspace-rows/workspace.entity.ts';
import { printHistory } from './key-history.ts';
import type { Operator } from './operator.ts';
import { titleOf } from './workspaces-command.ts';

export function keysCommand(operator: Operator): Command {
  const keys = new Command('keys').description('Create, list and delete API keys, and show what became of one.');
  keys
    .command('create')
    .description('Make a key. It is shown once, and valid at once.')
    .requiredOption('--workspace <workspace>', 'its id or slug; "workspaces create" makes one')
    .requiredOption('--name <name>', 'what the key is for')
    .addOption(new Option('--scope <scope>').choices(['read-only', 'read-write']).makeOptionMandatory())
    .option('--json', 'print one JSON object')
    .action((options: CreateOptions) => create(operator, options));
  keys
    .command('list')
    .description('List the keys that are valid.')
    .option('--workspace <workspace>', 'id or slug')
    .option('--json', 'print one JSON array')
    .action((options: ListOptions) => list(operator, options));
  keys
    .command('history')
    .description('Show who created a key, who deleted it, and when it was last used. Deleted keys have a history too.')
    .argument('<id>', 'key_…')
    .option('--json', 'print one JSON object')
    .action((id: string, options: { readonly json?: boolean }) => printHistory(operator, id, options.json === true));
  keys
    .command('delete')
    .description('Delete a key. It is refused from then on, for good.')
    .argument('<id>', 'key_…')
    .option('--yes', 'do not ask')
    .action((id: string, options: { readonly yes?: boolean }) => remove(operator, id, options.yes === true));
  return keys;
}

interface CreateOptions {
  readonly workspace: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly json?: boolean;
}

interface ListOptions {
  readonly workspace?: string;
  readonly json?: boolean;
}

async function create({ withDatabase, print }: Operator, { workspace, name, scope, json }: CreateOptions) {
  const { row, created } = await withDatabase(async (database) => {
    const found = await findWorkspace(database.dataSource.manager, workspace);
    return { row: found, created: await createKey(database, found.id, { name, scope }) };
  });
  const shown = { id: created.id, key: created.key, workspace: row.id };
  if (json) {
    print(JSON.stringify(shown));
    return;
  }
  print(`Key ${shown.id} (${scope}) of workspace ${titleOf(row)}:`);
  print(shown.key);
  print('It is not shown again: only a hash of it is kept.');
}

async function remove({ withDatabase, print, confirm }: Operator, id: string, sure: boolean) {
  // Without a terminal there is no user to ask: a script has named the one key it means.
  if (!sure && confirm !== undefined && !(await confirm(`Delete ${id}? Whoever uses it is refused from then on.`))) {
    print('Nothing was deleted.');
    return;
  }
  await withDatabase(async (database) => {
    try {
      await deleteKey(database, id);
    } catch (error) {
      if ((error as { code?: unknown }).code === 'not_found') throw new OperatorError(`There is no key ${id}.`);
      throw error;
    }
  });
  print(`Deleted ${id}.`);
}

interface ListedKey {
  readonly id: string;
  readonly workspace: string;
  readonly workspace_name: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly key: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

async function list({ withDatabase, print }: Operator, { workspace, json }: ListOptions) {
  const listed = await withDatabase(async ({ dataSource }) =>
    listedKeys(dataSource, workspace && (await findWorkspace(dataSource.manager, workspace)).id),
  );
  if (json) {
    print(JSON.stringify(listed));
    return;
  }
  print(
    table(
      ['ID', 'WORKSPACE', 'NAME', 'SCOPE', 'KEY', 'CREATED', 'LAST USED'],
      listed.map((key) => [
        key.id,
        key.workspace_name,
        key.name,
        key.scope,
        key.key,
        key.created_at,
        key.last_used_at ?? 'never',
      ]),
    ),
  );
}

type KeyRow = Omit<ListedKey, 'created_at' | 'last_used_at'> & {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

const listedKey = `${selected(ApiKeyRow, 'k', ['id', 'name', 'scope', 'createdAt'])}, k.workspace_id AS workspace,
  w.name AS workspace_name, s.prefix || '…' || s.last_four AS key, s.last_used_at AS "lastUsedAt"`;

async function listedKeys(dataSource: DataSource, workspaceId?: string): Promise<ListedKey[]> {
  const keys = dataSource
    .createQueryBuilder()
    .select(listedKey)
    .from(ApiKeyRow, 'k')
    .innerJoin(WorkspaceRow, 'w', 'w.id = k.workspaceId')
    .innerJoin('api_key_secrets', 's', 's.key_id = k.id')
    .where({ deletedAt: IsNull(), ...(workspaceId === undefined ? {} : { workspaceId }) })
    .orderBy({ 'k.createdAt': 'DESC', 'k.id': 'DESC' });
  return (await keys.getRawMany<KeyRow>()).map(({ createdAt, lastUsedAt, ...row }) => ({
    ...row,
    created_at: timestamp(createdAt),
    last_used_at: lastUsedAt === null ? null : timestamp(lastUsedAt),
  }));
}
