import { recordOperatorAction } from '@ci/messaging';
import { table } from '../table.ts';
import type { KeyRing } from '@ci/config';
import { countSecretsByKey, reencryptSecrets, type SecretColumn } from '@ci/security';
import type { Command } from 'commander';
import type { DataSource } from 'typeorm';
import type { Operations } from '../operations.ts';
import { OperatorError } from '../operator-error.ts';

interface ReencryptFlags {
  readonly dryRun?: boolean;
  readonly actor: string;
}

/** `reencrypt`: encrypts all secrets of a service with the newest key, so that the older ones can go. */
export function addReencryptCommand(program: Command, operations: Operations): void {
  const { secrets = [] } = operations.definition;
  program
    .command('reencrypt')
    .description('Encrypt the stored secrets with the first key of ENCRYPTION_KEYS, so that the others can go.')
    .option('--dry-run', 'count them, change nothing')
    .option('--actor <name>', 'who you are, for the record of operator actions', operations.actor)
    .addHelpText(
      'after',
      `
Every running instance must have all these keys, and the new one first, before it is run: docs/runbooks/encryption-keys.md. The service goes
on meanwhile. Interrupted, the same command goes on where it was.

Where secrets are: ${secrets.map((one) => one.table).join(', ')}`,
    )
    .action((flags: ReencryptFlags) => run(operations, secrets, flags));
}

async function run(
  operations: Operations,
  secrets: readonly SecretColumn[],
  { dryRun = false, actor }: ReencryptFlags,
): Promise<void> {
  const keys = operations.encryptionKeys();
  await operations.withDatabase(
    async (dataSource) => {
      if (dryRun) {
        await printCounts(operations, dataSource, secrets);
        return;
      }
      for (const one of secrets) await reencrypt(operations, dataSource, one, { keys, actor });
    },
    // The running service may add and remove secrets; to replace one it has no right.
    { role: 'owner', unlimited: true },
  );
}

async function printCounts({ print }: Operations, dataSource: DataSource, secrets: readonly SecretColumn[]) {
  const rows: string[][] = [];
  for (const one of secrets) {
    for (const [kid, count] of await countSecretsByKey(dataSource, one)) rows.push([one.table, kid, String(count)]);
  }
  print(table(['TABLE', 'KEY', 'SECRETS'], rows));
}

async function reencrypt(
  operations: Operations,
  dataSource: DataSource,
  column: SecretColumn,
  { keys, actor }: { readonly keys: KeyRing; readonly actor: string },
): Promise<void> {
  const { kid } = keys[0];
  const { print } = operations;
  const { secrets, unreadable } = await reencryptSecrets(dataSource, column, {
    keys,
    inPage: (tx, count) =>
      recordOperatorAction(tx, {
        actor,
        action: 'secrets.reencrypt',
        target: { table: column.table, key: kid, secrets: count },
      }),
    onProgress: progressTo(operations, column),
  });
  print(`${column.table}: ${secrets} secrets encrypted with ${kid}`);
  if (unreadable.length > 0) {
    throw new OperatorError(`${column.table}: not what they say they are, left alone: ${unreadable.join(', ')}.`);
  }
  await assertOnlyUnder(kid, keys, dataSource, column);
}

/** Says which key is still needed: one that goes too early takes the secrets with it. */
async function assertOnlyUnder(kid: string, keys: KeyRing, dataSource: DataSource, column: SecretColumn) {
  const left = [...(await countSecretsByKey(dataSource, column))].find(([other]) => other !== kid);
  if (left === undefined) return;
  const [other, count] = left;
  throw new OperatorError(
    keys.some((key) => key.kid === other)
      ? `${column.table}: ${count} secrets were added under ${other} meanwhile. Put ${kid} first in ENCRYPTION_KEYS of every instance, then run this again.`
      : `${column.table}: ${count} secrets need ${other}, which is not in ENCRYPTION_KEYS. Add it behind ${kid}, then run this again.`,
  );
}

/** A line every two seconds. */
function progressTo({ note }: Operations, column: SecretColumn): (secrets: number) => void {
  let told = performance.now();
  return (secrets) => {
    if (performance.now() - told < 2_000) return;
    told = performance.now();
    note(`${column.table}: ${secrets} secrets`);
  };
}
