import type { DataSource, EntityManager } from 'typeorm';
import type { KeyRing } from '@ci/config';
import { decryptSecret, encryptSecret } from './encrypted-secret.ts';
import { replaceSecrets } from './replaced-secrets.sql.ts';

/** Where a service keeps secrets that `encryptSecret` made. */
export interface SecretColumn {
  readonly table: string;
  readonly column: string;
  /** The text columns that name a row. */
  readonly id: readonly [string, ...string[]];
  /** What the secret of the row with these values was encrypted with, besides the key. */
  readonly contextOf: (id: readonly string[]) => string;
  /** SQL: which rows hold a secret. Absent: all. */
  readonly where?: string;
}

/** How many of them are encrypted with which key, by its name. */
export async function countSecretsByKey(
  database: Pick<EntityManager, 'query'>,
  { table, column, where = 'true' }: SecretColumn,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ kid: string; secrets: number }[]>(
    `SELECT ${kidOf(column)} AS kid, count(*)::int AS secrets FROM ${table} WHERE ${where} GROUP BY 1 ORDER BY 1`,
  );
  return new Map(rows.map(({ kid, secrets }) => [kid, secrets]));
}

/** How a column is gone through. */
export interface Reencryption {
  readonly keys: KeyRing;
  /** Secrets in one transaction. Default 500. */
  readonly pageSecrets?: number;
  /** Runs in the transaction of each page that has changed something. */
  readonly inPage?: (tx: EntityManager, secrets: number) => Promise<void>;
  /** Called after each page. */
  readonly onProgress?: (secrets: number) => void;
}

/**
 * Encrypts with the first key what is encrypted with one of the others. A page at a time, in the order of the rows; what is done is not
 * found again, so an interrupted run is started again and goes on. Instances may read, add and remove secrets meanwhile: only a value that
 * is still the one that was read is replaced. Answers how many were, and the ids of those that do not decrypt with the key they name.
 */
export async function reencryptSecrets(
  dataSource: DataSource,
  secrets: SecretColumn,
  { keys, pageSecrets = 500, inPage, onProgress }: Reencryption,
): Promise<{ readonly secrets: number; readonly unreadable: readonly string[] }> {
  const unreadable: string[] = [];
  let done = 0;
  let after: readonly string[] | undefined;
  do {
    after = await dataSource.transaction(async (tx) => {
      const rows = await nextRows(tx, secrets, { keys, after, limit: pageSecrets });
      const read = rows.map((row) => ({ ...row, plain: plainOf(row, secrets, keys) }));
      unreadable.push(...read.filter(({ plain }) => plain === undefined).map(({ id }) => id.join(' ')));
      const replaced = await replace(
        tx,
        secrets,
        read.flatMap(({ id, stored, plain }) =>
          plain === undefined ? [] : [{ id, stored, renewed: encryptSecret(plain, keys, secrets.contextOf(id)) }],
        ),
      );
      if (replaced > 0) await inPage?.(tx, replaced);
      done += replaced;
      return rows.at(-1)?.id;
    });
    onProgress?.(done);
  } while (after !== undefined);
  return { secrets: done, unreadable };
}

interface StoredSecret {
  readonly id: readonly string[];
  readonly stored: Buffer;
}

async function nextRows(
  tx: EntityManager,
  { table, column, id, where = 'true' }: SecretColumn,
  { keys, after, limit }: { keys: KeyRing; after: readonly string[] | undefined; limit: number },
): Promise<StoredSecret[]> {
  const [, ...older] = keys;
  const columns = id.join(', ');
  const behind = after === undefined ? 'true' : `(${columns}) > (${id.map((_, index) => `$${index + 3}`).join(', ')})`;
  return tx.query<StoredSecret[]>(
    `SELECT ARRAY[${columns}] AS id, ${column} AS stored FROM ${table}
     WHERE ${where} AND ${kidOf(column)} = ANY($1) AND ${behind} ORDER BY ${columns} LIMIT $2`,
    [older.map(({ kid }) => kid), limit, ...(after ?? [])],
  );
}

function plainOf({ id, stored }: StoredSecret, { contextOf }: SecretColumn, keys: KeyRing): Buffer | undefined {
  try {
    return decryptSecret(stored, keys, contextOf(id));
  } catch {
    return undefined;
  }
}

async function replace(
  tx: EntityManager,
  { table, column, id }: SecretColumn,
  secrets: readonly (StoredSecret & { readonly renewed: Buffer })[],
): Promise<number> {
  if (secrets.length === 0) return 0;
  const [replaced] = await tx.query<{ secrets: number }[]>(replaceSecrets(table, column, id), [
    ...id.map((_, index) => secrets.map((secret) => secret.id[index])),
    secrets.map(({ stored }) => stored),
    secrets.map(({ renewed }) => renewed),
  ]);
  return replaced?.secrets ?? 0;
}

/** The name of the key, as `encryptSecret` writes it: its length in the second byte, then the name. */
function kidOf(column: string): string {
  return `encode(substring(${column} FROM 3 FOR get_byte(${column}, 1)), 'escape')`;
}
