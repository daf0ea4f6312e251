import { randomBytes } from 'node:crypto';
import { OperatorError, table } from '@ci/operations';
import { isId } from '@ci/ids';
import { timestamp } from '@ci/validation';
import { Command, Option } from 'commander';
import { IsNull, type DataSource } from 'typeorm';
import type { MemberRole } from '../member/member.events.ts';
import { MemberRow } from '../member-rows/member.entity.ts';
import { createFirstInvitation, createInvitation } from '../commands/invitations.ts';
import { removeMember, setPassword } from '../commands/members.ts';
import { findWorkspace } from '../commands/workspaces.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { WorkspaceRow } from '../workspace-rows/workspace.entity.ts';
import type { Operator } from './operator.ts';
import { titleOf } from './workspaces-command.ts';

export function membersCommand(operator: Operator): Command {
  const members = new Command('members').description('Invite people to the console, list and remove them.');
  members
    .command('invite')
    .description('Print a link with which one person becomes a member. It is shown once, and valid once, for 7 days.')
    .requiredOption('--workspace <workspace>', 'id or slug')
    .addOption(new Option('--role <role>').choices(['owner', 'manager', 'rep', 'reader']).makeOptionMandatory())
    .option(
      '--first',
      'only while the workspace has no owner, else do nothing; replaces the links of --first before it',
    )
    .option('--rep-id <id...>', 'rep_id of the calls that are the person’s own')
    .option('--json', 'print one JSON object')
    .action((options: InviteOptions) => invite(operator, options));
  members
    .command('list')
    .description('List the members.')
    .option('--workspace <workspace>', 'id or slug')
    .option('--json', 'print one JSON array')
    .action((options: ListOptions) => list(operator, options));
  members
    .command('remove')
    .description('Remove a member: they are signed out everywhere, and their name and address are erased.')
    .argument('<member>', 'mem_… or email address')
    .option('--yes', 'do not ask')
    .action((member: string, options: { readonly yes?: boolean }) => remove(operator, member, options.yes === true));
  members
    .command('reset-password')
    .description('Give a member a new password, printed once, and sign them out everywhere.')
    .argument('<member>', 'mem_… or email address')
    .action((member: string) => resetPassword(operator, member));
  return members;
}

interface InviteOptions {
  readonly workspace: string;
  readonly role: MemberRole;
  readonly repId?: readonly string[];
  readonly first?: boolean;
  readonly json?: boolean;
}

interface ListOptions {
  readonly workspace?: string;
  readonly json?: boolean;
}

async function invite({ withDatabase, print, consoleOrigin }: Operator, options: InviteOptions) {
  const { row, made } = await withDatabase(async (database) => {
    const found = await findWorkspace(database.dataSource.manager, options.workspace);
    const { id } = found;
    const creating = options.first
      ? createFirstInvitation(database, id, options.role)
      : createInvitation(database, id, { role: options.role, repIds: options.repId ?? [] }, null);
    return { row: found, made: await creating };
  });
  if (made === undefined) return;
  const { invitation, token } = made;
  const link = `${consoleOrigin()}/console/invitation#${token}`;
  const expires_at = timestamp(invitation.expiresAt);
  if (options.json) {
    const { id, workspaceId: workspace, role } = invitation;
    print(JSON.stringify({ id, workspace, role, expires_at, link }));
    return;
  }
  print(link);
  print(`The first person to open it becomes ${options.role} of workspace ${titleOf(row)}. Valid until ${expires_at}.`);
}

async function list({ withDatabase, print }: Operator, { workspace, json }: ListOptions) {
  const members = await withDatabase(async ({ dataSource }) =>
    listedMembers(dataSource, workspace && (await findWorkspace(dataSource.manager, workspace)).id),
  );
  if (json) {
    print(JSON.stringify(members));
    return;
  }
  print(
    table(
      ['ID', 'WORKSPACE', 'NAME', 'EMAIL', 'ROLE', 'REP IDS', 'JOINED'],
      members.map((one) => [
        one.id,
        one.workspace_name,
        one.name,
        one.email,
        one.role,
        one.rep_ids.join(' '),
        one.joined_at,
      ]),
    ),
  );
}

async function remove({ withDatabase, print, confirm }: Operator, idOrEmail: string, sure: boolean) {
  if (!sure && confirm !== undefined && !(await confirm(`Remove ${idOrEmail}? They are signed out everywhere.`))) {
    print('Nobody was removed.');
    return;
  }
  await withDatabase(async (database) => {
    const { id, workspaceId } = await memberOf(database.dataSource, idOrEmail);
    await removeMember(database, workspaceId, id);
  });
  print(`Removed ${idOrEmail}.`);
}

async function resetPassword({ withDatabase, print }: Operator, idOrEmail: string) {
  const password = randomBytes(15).toString('base64url');
  await withDatabase(async ({ dataSource }) =>
    setPassword(dataSource, await memberOf(dataSource, idOrEmail), await hashPassword(password)),
  );
  print(`New password of ${idOrEmail}: ${password}`);
  print('It is not shown again. Who has it signs in and changes it under Settings, Account.');
}

async function memberOf(dataSource: DataSource, idOrEmail: string): Promise<MemberRow> {
  const named = isId('mem', idOrEmail) ? { id: idOrEmail } : { email: idOrEmail.trim().toLowerCase() };
  const row = await dataSource.manager.findOneBy(MemberRow, { ...named, removedAt: IsNull() });
  if (row === null) throw new OperatorError(`There is no member ${idOrEmail}.`);
  return row;
}

interface ListedMember {
  readonly id: string;
  readonly workspace: string;
  readonly workspace_name: string;
  readonly name: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly rep_ids: readonly string[];
  readonly joined_at: string;
}

async function listedMembers(dataSource: DataSource, workspaceId?: string): Promise<ListedMember[]> {
  const rows = (await dataSource
    .createQueryBuilder(MemberRow, 'm')
    .innerJoinAndMapOne('m.workspace', WorkspaceRow, 'w', 'w.id = m.workspaceId')
    .where({ removedAt: IsNull(), ...(workspaceId === undefined ? {} : { workspaceId }) })
    .orderBy({ 'm.joinedAt': 'ASC', 'm.id': 'ASC' })
    .getMany()) as (MemberRow & { readonly workspace: WorkspaceRow })[];
  return rows.map(({ id, workspace, name, email, role, repIds, joinedAt }) => ({
    id,
    workspace: workspace.id,
    workspace_name: workspace.name,
    name,
    email: email ?? '',
    role,
    rep_ids: repIds,
    joined_at: timestamp(joinedAt),
  }));
}
