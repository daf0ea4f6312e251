import { randomBytes } from 'node:crypto';

import type { TestDatabase } from '@ci/testing';
import { DataSource } from 'typeorm';

import { append, eraseSubject, inTransaction, lockStream, readAll, startOfStore } from '../src/index.ts';
import { bookStream, guestBookEvents, opened, signed } from './guest-book.ts';
import { openStore, stored } from './open-store.ts';

const role = `store_runtime_${randomBytes(6).toString('hex')}`;
let database: TestDatabase;
let runtime: DataSource;

beforeAll(async () => {
  database = await openStore();
  const password = randomBytes(12).toString('hex');
  for (const statement of [
    `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`,
    `GRANT USAGE ON SCHEMA store TO ${role}`,
    `GRANT SELECT, INSERT ON events TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE ON streams TO ${role}`,
    `GRANT SELECT, INSERT, DELETE ON event_personal TO ${role}`,
  ]) {
    await database.dataSource.query(statement);
  }
  const url = new URL(database.url);
  url.username = role;
  url.password = password;
  runtime = new DataSource({ type: 'postgres', url: url.href, extra: { options: '-c search_path=store' } });
  await runtime.initialize();
});

afterAll(async () => {
  await runtime.destroy();
  await database.dataSource.query(`DROP OWNED BY ${role}`);
  await database.dataSource.query(`DROP ROLE ${role}`);
  await database.drop();
});

describe('a role that may neither change nor delete events', () => {
  it('can do all that the store does', async () => {
    const stream = bookStream('runtime');
    await inTransaction(runtime, async (tx) => {
      await lockStream(tx, stream.id);
      await append(tx, stream, 0, [opened, signed(1)], {}, guestBookEvents);
    });
    await inTransaction(runtime, async (tx) => {
      await lockStream(tx, stream.id);
      await append(tx, stream, 2, [signed(2)], {}, guestBookEvents);
    });
    expect(await inTransaction(runtime, (tx) => eraseSubject(tx, stream.id))).toBe(2);
    expect((await stored(runtime, stream)).version).toBe(3);
    await readAll(runtime, startOfStore, 10, guestBookEvents);
  });

  it.each([`UPDATE events SET data = '{}'`, 'DELETE FROM events', 'TRUNCATE events CASCADE', 'DELETE FROM streams'])(
    'is refused %s',
    async (statement) => {
      await expect(runtime.query(statement)).rejects.toThrow('permission denied');
    },
  );
});
