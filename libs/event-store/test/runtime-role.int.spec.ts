import { createDataSource, grantSchemaAccess, inTransaction, inWorkspace } from '@ci/database';
import { testDatabase, type TestDatabase } from '@ci/testing';
import type { DataSource } from 'typeorm';

import {
  append,
  eraseSubjects,
  eventStoreRights,
  eventStoreSql,
  refusedAppends,
  withoutForeignKeys,
  lockStream,
  readAll,
  startOfStore,
} from '../src/index.ts';
import { bookStream, guestBookEvents, opened, signed } from './guest-book.ts';
import { stored } from './open-store.ts';

let database: TestDatabase;
let requests: DataSource;
let worker: DataSource;

beforeAll(async () => {
  const access = {
    requests: { rows: 'workspace', rights: eventStoreRights.requests },
    worker: { rows: 'all', rights: eventStoreRights.worker },
  } as const;
  database = await testDatabase({
    schema: 'store',
    sql: [...eventStoreSql, ...withoutForeignKeys, ...refusedAppends],
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
  const options = { schema: 'store', applicationName: 'test' };
  requests = await createDataSource({ ...options, url: database.urls.requests, rows: 'workspace' }).initialize();
  worker = await createDataSource({ ...options, url: database.urls.worker }).initialize();
});

afterAll(async () => {
  await requests.destroy();
  await worker.destroy();
  await database.drop();
});

/** As a service works for the workspace of a stream, or across workspaces. */
const roles: readonly [string, () => DataSource, <T>(workspace: string, work: () => Promise<T>) => Promise<T>][] = [
  ['requests', () => requests, inWorkspace],
  ['the worker', () => worker, (_workspace, work) => work()],
];

describe.each(roles)('the role for %s', (name, dataSource, inItsWorkspace) => {
  it('can do all that the store does', async () => {
    const stream = bookStream(`roles ${name}`);
    await inItsWorkspace(stream.workspaceId, async () => {
      await inTransaction(dataSource(), async (tx) => {
        await lockStream(tx, stream.id);
        await append(tx, stream, 0, [opened, signed(1)], {}, guestBookEvents);
      });
      await inTransaction(dataSource(), async (tx) => {
        await lockStream(tx, stream.id);
        await append(tx, stream, 2, [signed(2)], {}, guestBookEvents);
      });
      expect(await inTransaction(dataSource(), (tx) => eraseSubjects(tx, [stream.id]))).toBe(2);
      expect((await stored(dataSource(), stream)).version).toBe(3);
      await readAll(dataSource(), startOfStore, 10, guestBookEvents);
    });
  });

  it.each([`UPDATE events SET data = '{}'`, 'DELETE FROM events', 'TRUNCATE events CASCADE', 'DELETE FROM streams'])(
    'is refused %s',
    async (statement) => {
      const refused = inItsWorkspace(bookStream('roles').workspaceId, () => dataSource().query(statement));
      await expect(refused).rejects.toThrow('permission denied');
    },
  );
});

it('shows a request no event of another workspace, and lets it append to none', async () => {
  const stream = bookStream('of one workspace');
  await inWorkspace(stream.workspaceId, () =>
    inTransaction(requests, (tx) => append(tx, stream, 0, [opened, signed(1)], {}, guestBookEvents)),
  );
  const append2 = () => inTransaction(requests, (tx) => append(tx, stream, 2, [signed(2)], {}, guestBookEvents));
  await inWorkspace('another', async () => {
    expect((await stored(requests, stream)).version).toBe(0);
    await expect(append2()).rejects.toMatchObject({ code: 'conflict' });
    const anew = inTransaction(requests, (tx) =>
      append(tx, { ...stream, workspaceId: 'another' }, 0, [opened], {}, guestBookEvents),
    );
    await expect(anew).rejects.toMatchObject({ code: 'not_found' });
    expect(await requests.query('SELECT * FROM event_personal')).toEqual([]);
    expect(await inTransaction(requests, (tx) => eraseSubjects(tx, [stream.id]))).toBe(0);
  });
  expect((await stored(requests, stream)).version).toBe(0);
  expect((await stored(worker, stream)).version).toBe(2);
});
