import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DataSource, EntityManager } from 'typeorm';
import { testKeys } from '@ci/config/test-keys';
import { scratchSchema, testDatabaseUrl } from '@ci/database/scratch-schema';
import { newKey, oldKey, secretsOf, storedSecretsSql, twoKeys } from '../../test/stored-secrets.ts';
import type { KeyRing } from '@ci/config';
import { decryptSecret, encryptSecret } from './encrypted-secret.ts';
import { countSecretsByKey, reencryptSecrets } from './reencrypt-secrets.ts';

let scratch: Awaited<ReturnType<typeof scratchSchema>>;
let dataSource: DataSource;
beforeAll(async () => {
  scratch = await scratchSchema(storedSecretsSql);
  dataSource = scratch.dataSource;
});
afterAll(() => scratch.drop());
beforeEach(() => dataSource.query('TRUNCATE secrets'));

const column = secretsOf('whsec');
const unknown = testKeys('k0');
const store = (name: string, keys: KeyRing, kind = 'whsec', place = `${kind}/${name}`) =>
  dataSource.query('INSERT INTO secrets VALUES ($1, $2, $3)', [kind, name, encryptSecret(`of ${name}`, keys, place)]);
const storeMany = async (count: number) => {
  for (let number = 0; number < count; number += 1) await store(`${number}`, oldKey);
};
const readable = async (keys: KeyRing): Promise<string[]> => {
  const rows = await dataSource.query<{ kind: string; name: string; secret: Buffer }[]>('SELECT * FROM secrets');
  return rows
    .filter(({ kind, name, secret }) => {
      try {
        return decryptSecret(secret, keys, `${kind}/${name}`).toString() === `of ${name}`;
      } catch {
        return false;
      }
    })
    .map(({ name }) => name)
    .sort();
};
const counts = async () => Object.fromEntries(await countSecretsByKey(dataSource, column));

describe('a change of the key', () => {
  it('encrypts with the new key what was under the old one, over several pages, and nothing else', async () => {
    await storeMany(25);
    await store('new', newKey);
    await store('0', oldKey, 'other');
    const pages: number[] = [];
    const changed = await reencryptSecrets(dataSource, column, {
      keys: twoKeys,
      pageSecrets: 10,
      inPage: async (_tx, secrets) => void pages.push(secrets),
    });
    expect(changed).toEqual({ secrets: 25, unreadable: [] });
    expect(pages).toEqual([10, 10, 5]);
    expect(await counts()).toEqual({ k2: 26 });
    expect(await readable(newKey)).toHaveLength(26);
    expect(Object.fromEntries(await countSecretsByKey(dataSource, secretsOf('other')))).toEqual({ k1: 1 });
    expect(await reencryptSecrets(dataSource, column, { keys: twoKeys })).toEqual({ secrets: 0, unreadable: [] });
  });

  it('leaves alone, and names, what does not decrypt with the key it names; what is under an unknown key is only counted', async () => {
    await store('1', oldKey);
    await store('2', oldKey, 'whsec', 'whsec/copied from another row');
    await store('3', oldKey);
    await dataSource.query(`INSERT INTO secrets VALUES ('whsec', '4', $1)`, [encryptSecret('x', unknown, 'whsec/4')]);
    const changed = await reencryptSecrets(dataSource, column, { keys: twoKeys, pageSecrets: 1 });
    expect(changed).toEqual({ secrets: 2, unreadable: ['whsec 2'] });
    expect(await counts()).toEqual({ k0: 1, k1: 1, k2: 2 });
    expect(await readable(newKey)).toEqual(['1', '3']);
  });

  it('does not bring back what was replaced or removed between its read and its write', async () => {
    await storeMany(3);
    const replaced = encryptSecret('replaced', newKey, 'whsec/1');
    const interfere = async () => {
      await dataSource.query(`UPDATE secrets SET secret = $1 WHERE name = '1'`, [replaced]);
      await dataSource.query(`DELETE FROM secrets WHERE name = '2'`);
    };
    expect(await reencryptSecrets(interrupted(interfere), column, { keys: twoKeys })).toMatchObject({ secrets: 1 });
    const rows = await dataSource.query<{ name: string; secret: Buffer }[]>('SELECT * FROM secrets ORDER BY name');
    expect(rows.map(({ name }) => name)).toEqual(['0', '1']);
    expect(rows[1]?.secret.equals(replaced)).toBe(true);
  });

  it('goes on where it was after it was killed within a page', async () => {
    await storeMany(25);
    const script = fileURLToPath(new URL('../../test/reencrypt-in-other-process.ts', import.meta.url));
    const hooks = new URL('../../../event-store/test/typescript-hooks.mjs', import.meta.url).href;
    const child = spawn(
      process.execPath,
      ['--import', hooks, '--no-warnings', '--conditions=@ci/source', script, testDatabaseUrl(), scratch.schema],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
    );
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    await once(child, 'exit');

    expect(await counts()).toEqual({ k1: 15, k2: 10 });
    expect(await readable(twoKeys)).toHaveLength(25);
    expect(await reencryptSecrets(dataSource, column, { keys: twoKeys })).toEqual({ secrets: 15, unreadable: [] });
    expect(await readable(newKey)).toHaveLength(25);
  });
});

/** The same database; before the first statement that writes, something else happens on another connection. */
function interrupted(interfere: () => Promise<void>): DataSource {
  const transaction = (work: (tx: EntityManager) => Promise<unknown>) =>
    dataSource.transaction((tx) => {
      const query = async (statement: string, values: unknown[]) => {
        if (statement.includes('UPDATE')) await interfere();
        return tx.query<unknown>(statement, values);
      };
      return work(Object.create(tx, { query: { value: query } }) as EntityManager);
    });
  return Object.create(dataSource, { transaction: { value: transaction } }) as DataSource;
}
