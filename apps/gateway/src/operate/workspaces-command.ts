import { OperatorError, table } from '@ci/operations';
import { timestamp } from '@ci/validation';
import { Command } from 'commander';
import type { WorkspaceSettings } from '../workspace/workspace.decider.ts';
import { changeWorkspace, createWorkspace } from '../commands/workspaces.ts';
import { WorkspaceRow } from '../workspace-rows/workspace.entity.ts';
import type { Operator } from './operator.ts';

export function workspacesCommand(operator: Operator): Command {
  const workspaces = new Command('workspaces').description('Create, change and list workspaces.');
  withSettings(workspaces.command('create').description('Make a workspace.'))
    .argument('<slug>', 'unique name for operators: lowercase letters, digits and hyphens')
    .action((slug: string, options: Settings) => create(operator, slug, options));
  withSettings(
    workspaces.command('set').description('Change a workspace. Settings that you leave out stay as they are.'),
  )
    .argument('<workspace>', 'id or slug')
    .option('--slug <slug>', 'its new name for operators')
    .option('--no-domain', 'remove all email domains')
    .action((workspace: string, options: Settings) => change(operator, workspace, options));
  workspaces
    .command('list')
    .description('List all workspaces.')
    .option('--json', 'print one JSON array')
    .action((options: { readonly json?: boolean }) => list(operator, options.json === true));
  return workspaces;
}

interface Settings {
  readonly slug?: string;
  readonly name?: string;
  readonly timezone?: string;
  /** `false` is `--no-domain`. */
  readonly domain?: readonly string[] | false;
  readonly json?: boolean;
}

function withSettings(command: Command): Command {
  return command
    .option('--name <name>', 'display name (default: the slug)')
    .option('--timezone <zone>', 'IANA time zone for relative dates in calls, for example Europe/Lisbon')
    .option(
      '--domain <domain>',
      'email domain of the company, whose people are not prospects; may be repeated',
      collect,
    )
    .option('--json', 'print one JSON object');
}

async function create({ withDatabase, print }: Operator, slug: string, options: Settings) {
  const settings = {
    slug,
    name: options.name ?? slug,
    timezone: options.timezone ?? 'UTC',
    domains: domainsOf(options) ?? [],
  };
  const row = await withDatabase((database) => createWorkspace(database, settings));
  print(options.json ? JSON.stringify(shown(row)) : asTable([row]));
}

async function change({ withDatabase, print }: Operator, workspace: string, options: Settings) {
  const domains = domainsOf(options);
  const changes: Partial<WorkspaceSettings> = {
    ...(options.slug === undefined ? {} : { slug: options.slug }),
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.timezone === undefined ? {} : { timezone: options.timezone }),
    ...(domains === undefined ? {} : { domains }),
  };
  if (Object.keys(changes).length === 0)
    throw new OperatorError('Nothing to change: give --slug, --name, --timezone or --domain.');
  const row = await withDatabase((database) => changeWorkspace(database, workspace, changes));
  print(options.json ? JSON.stringify(shown(row)) : asTable([row]));
}

async function list({ withDatabase, print }: Operator, json: boolean) {
  const rows = await withDatabase(({ dataSource }) =>
    dataSource.getRepository(WorkspaceRow).find({ order: { createdAt: 'DESC', id: 'DESC' } }),
  );
  print(json ? JSON.stringify(rows.map(shown)) : asTable(rows));
}

function domainsOf({ domain }: Settings): readonly string[] | undefined {
  return domain === false ? [] : domain;
}

function collect(value: string, previous: readonly string[] | boolean | undefined): readonly string[] {
  return [...(Array.isArray(previous) ? (previous as readonly string[]) : []), value];
}

/** A workspace as a line names it. Its name is what its owners call it: quoted, so that it is not mistaken for our text. */
export function titleOf({ id, slug, name }: Pick<WorkspaceRow, 'id' | 'slug' | 'name'>): string {
  return [id, `(${slug ?? 'no slug'},`, `${JSON.stringify(name)})`].join(' ');
}

function shown({ id, slug, name, timezone, domains, createdAt }: WorkspaceRow) {
  return { id, slug, name, timezone, domains, created_at: timestamp(createdAt) };
}

function asTable(rows: readonly WorkspaceRow[]): string {
  return table(
    ['ID', 'SLUG', 'NAME', 'TIME ZONE', 'DOMAINS', 'CREATED'],
    rows.map((row) => [
      row.id,
      row.slug ?? '–',
      row.name,
      row.timezone,
      row.domains.join(', ') || '–',
      timestamp(row.createdAt),
    ]),
  );
}
