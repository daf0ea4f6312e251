import { testDatabase, until, type TestDatabase } from '@ci/testing';
import type { DataSource } from 'typeorm';
import { confineTo } from './confine-to.ts';
import { createDataSource } from './data-source.ts';
import { databaseChecks } from './database-checks.ts';
import { grantSchemaAccess } from './grant-access.ts';
import { rowLevelSecurity } from './row-level-security.ts';
import type { SchemaAccess } from './schema-access.ts';
import { inWorkspace } from './workspace-context.ts';

const all = 'SELECT, INSERT, UPDATE, DELETE';
const access: SchemaAccess = {
  requests: { rows: 'workspace', rights: { things: all } },
  worker: { rows: 'all', rights: { things: all } },
};

let database: TestDatabase;
let requests: DataSource;
let worker: DataSource;
beforeAll(async () => {
  database = await testDatabase({
    schema: 'things',
    sql: [
      'CREATE TABLE things (id text PRIMARY KEY, workspace_id text NOT NULL)',
      ...rowLevelSecurity({ tables: ['things'] }),
    ],
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
  // One connection each: whatever is left on it, the next one meets.
  const options = { schema: 'things', applicationName: 'test', poolSize: 1 };
  requests = await createDataSource({ ...options, url: database.urls.requests, rows: 'workspace' }).initialize();
  worker = await createDataSource({ ...options, url: database.urls.worker }).initialize();
});
afterAll(async () => {
  await requests.destroy();
  await worker.destroy();
  await database.drop();
});
beforeEach(() =>
  database.dataSource.query(`TRUNCATE things; INSERT INTO things VALUES ('a1', 'a'), ('a2', 'a'), ('b1', 'b')`),
);

type Source = Pick<DataSource, 'query'>;
const idsOf = async (source: Source = requests): Promise<string[]> => {
  const rows = await source.query<{ id: string }[]>('SELECT id FROM things WHERE id <> $1 ORDER BY id', ['none']);
  return rows.map(({ id }) => id);
};
const [ofA, ofB] = [['a1', 'a2'], ['b1']];

describe('a request', () => {
  it('meets the rows of its workspace, and none without one', async () => {
    expect(await idsOf()).toEqual([]);
    expect(await inWorkspace('a', idsOf)).toEqual(ofA);
    expect(await inWorkspace('b', () => requests.query('SELECT id FROM things'))).toEqual([{ id: 'b1' }]);
    expect(await idsOf()).toEqual([]);
  });

  it('writes rows of its workspace alone', async () => {
    await inWorkspace('b', async () => {
      await requests.query(`UPDATE things SET id = id || '!'`);
      await requests.query(`DELETE FROM things WHERE id LIKE 'a%'`);
      const refused = 'violates row-level security policy';
      await expect(requests.query(`INSERT INTO things VALUES ('b2', 'a')`)).rejects.toThrow(refused);
      await expect(requests.query(`UPDATE things SET workspace_id = 'a'`)).rejects.toThrow(refused);
    });
    await expect(requests.query(`INSERT INTO things VALUES ('c1', '')`)).rejects.toThrow('row-level security');
    expect(await idsOf(worker)).toEqual(['a1', 'a2', 'b1!']);
  });
});

describe('a connection that two workspaces share', () => {
  const interleaved = (work: (workspace: 'a' | 'b') => Promise<unknown>) =>
    Promise.all(Array.from({ length: 60 }, (_, n) => inWorkspace(n % 2 ? 'a' : 'b', () => work(n % 2 ? 'a' : 'b'))));

  it('shows each its own, however they take turns', async () => {
    await interleaved(async (workspace) => expect(await idsOf()).toEqual(workspace === 'a' ? ofA : ofB));
  });

  it('does so in transactions, with any level of isolation', async () => {
    await interleaved((workspace) =>
      requests.transaction('REPEATABLE READ', async (tx) => {
        expect(await idsOf(tx)).toEqual(workspace === 'a' ? ofA : ofB);
        expect(await idsOf(tx)).toEqual(workspace === 'a' ? ofA : ofB);
      }),
    );
  });

  it('does so after statements that fail, transactions that are rolled back, and savepoints', async () => {
    await interleaved(async (workspace) => {
      const expected = workspace === 'a' ? ofA : ofB;
      await expect(requests.query('SELECT 1 / $1::int', [0])).rejects.toThrow('division');
      expect(await idsOf()).toEqual(expected);
      const failing = requests.transaction(async (tx) => {
        expect(await idsOf(tx)).toEqual(expected);
        await tx.query('SELECT broken');
      });
      await expect(failing).rejects.toThrow('broken');
      await requests.transaction(async (tx) => {
        await expect(tx.transaction((inner) => inner.query('SELECT broken'))).rejects.toThrow('broken');
        expect(await idsOf(tx)).toEqual(expected);
      });
    });
  });

  it('does so when a transaction begins with several statements at once and is rolled back', async () => {
    const work = async (source: Source): Promise<never> => {
      expect(await Promise.all([idsOf(source), idsOf(source)])).toEqual([ofA, ofA]);
      throw new Error('rolled back');
    };
    for (let time = 0; time < 3; time += 1) {
      await expect(inWorkspace('a', () => requests.transaction(work))).rejects.toThrow('rolled back');
      expect(await idsOf()).toEqual([]);
      expect(await inWorkspace('b', idsOf)).toEqual(ofB);
    }
  });

  it('shows a transaction the workspace that asks, should another one go on with it', async () => {
    await inWorkspace('a', () =>
      requests.transaction(async (tx) => {
        expect(await idsOf(tx)).toEqual(ofA);
        expect(await inWorkspace('b', () => idsOf(tx))).toEqual(ofB);
        expect(await idsOf(tx)).toEqual(ofA);
      }),
    );
    expect(await idsOf()).toEqual([]);
  });

  it('does not run a statement whose workspace could not be set', async () => {
    expect(await inWorkspace('a', idsOf)).toEqual(ofA);
    const [backend] = await inWorkspace('a', () => requests.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid'));
    // No parameter holds a NUL: the change of workspace fails, and what was sent with it must not run.
    await expect(inWorkspace('b\0', () => requests.query('DELETE FROM things'))).rejects.toThrow('0x00');
    expect(await idsOf(worker)).toEqual([...ofA, ...ofB]);
    await database.dataSource.query('SELECT pg_terminate_backend($1)', [backend?.pid]);
    await until(
      () =>
        inWorkspace('b', idsOf).then(
          (ids) => ids.length === 1,
          () => false,
        ),
      { describe: 'a new one' },
    );
  });

  it('costs nothing while the workspace stays the same', async () => {
    await inWorkspace('a', async () => {
      for (let time = 0; time < 10; time += 1) await idsOf();
      const prepared = () =>
        requests.query<{ calls: string }[]>(
          `SELECT generic_plans + custom_plans AS calls FROM pg_prepared_statements WHERE name = 'set_workspace'`,
        );
      const before = await prepared();
      for (let time = 0; time < 10; time += 1) await idsOf();
      expect(before).toHaveLength(1);
      expect(await prepared()).toEqual(before);
    });
  });
});

describe('statements that are sent without waiting for each other', () => {
  const newSource = async (of: 'requests' | 'worker'): Promise<DataSource> => {
    const rows = of === 'requests' ? 'workspace' : 'all';
    return createDataSource({
      url: database.urls[of],
      schema: 'things',
      applicationName: 'test',
      poolSize: 1,
      rows,
    }).initialize();
  };

  it('meet the rows of their workspace from the first one on a connection', async () => {
    const [first, ofWorker] = [await newSource('requests'), await newSource('worker')];
    try {
      expect(await inWorkspace('a', () => idsOf(first))).toEqual(ofA);
      await ofWorker.transaction(async (tx) => {
        await confineTo(tx, 'b');
        expect(await Promise.all([idsOf(tx), idsOf(tx)])).toEqual([ofB, ofB]);
      });
    } finally {
      await first.destroy();
      await ofWorker.destroy();
    }
  });

  it('meet each those of its own, also behind one that fails', async () => {
    const runner = requests.createQueryRunner();
    const broken = inWorkspace('b\0', () => runner.query('SELECT id FROM things WHERE id <> $1', ['none']));
    const found = [
      inWorkspace('a', () => idsOf(runner)),
      inWorkspace('b', () => idsOf(runner)),
      idsOf(runner),
      inWorkspace('a', () => idsOf(runner)),
      inWorkspace('a', () => idsOf(runner)),
    ];
    await expect(broken).rejects.toThrow();
    expect(await Promise.all(found)).toEqual([ofA, ofB, [], ofA, ofA]);
    await runner.release();
    expect(await idsOf()).toEqual([]);
  });
});

describe('work across workspaces', () => {
  it('meets all rows, whoever has called it', async () => {
    expect(await inWorkspace('a', () => idsOf(worker))).toEqual([...ofA, ...ofB]);
  });

  it('confines itself to one workspace for a transaction, or a part of it', async () => {
    await worker.transaction(async (tx) => {
      await confineTo(tx, 'b');
      expect(await idsOf(tx)).toEqual(ofB);
      const refused = tx.transaction((inner) => inner.query(`INSERT INTO things VALUES ('a3', 'a')`));
      await expect(refused).rejects.toThrow('violates row-level security policy');
      expect(await idsOf(tx)).toEqual(ofB);
      await confineTo(tx, undefined);
      expect(await idsOf(tx)).toEqual([...ofA, ...ofB]);
      await confineTo(tx, 'a');
      expect(await idsOf(tx)).toEqual(ofA);
    });
    expect(await idsOf(worker)).toEqual([...ofA, ...ofB]);
    await expect(confineTo(worker.manager, 'a')).rejects.toThrow('only a transaction');
  });
});

describe('readiness', () => {
  const reasons: string[] = [];
  const rolesOf = async (url: string): Promise<string | undefined> => {
    const source = await createDataSource({ url, schema: 'things', applicationName: 'test', poolSize: 1 }).initialize();
    const before = reasons.length;
    const check = databaseChecks([source], ({ message }) => reasons.push(message)).roles;
    const results = await Promise.allSettled([check(), check()]);
    await source.destroy();
    expect(new Set(results.map(({ status }) => status)).size).toBe(1);
    expect(reasons.length - before).toBe(results[0].status === 'fulfilled' ? 0 : 1);
    return reasons[before];
  };
  const asRole = async (alteration: string, back: string): Promise<string | undefined> => {
    const role = new URL(database.urls.requests).username;
    await database.dataSource.query(alteration.replace('%', role));
    try {
      return await rolesOf(database.urls.requests);
    } finally {
      await database.dataSource.query(back.replace('%', role));
    }
  };

  it('is content with the roles of the service', async () => {
    expect([await rolesOf(database.urls.requests), await rolesOf(database.urls.worker)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('refuses a role that row-level security does not hold, and says once why', async () => {
    expect(await rolesOf(database.url)).toMatch(/is a superuser: row-level security does not hold it/);
    expect(await asRole('ALTER ROLE "%" BYPASSRLS', 'ALTER ROLE "%" NOBYPASSRLS')).toMatch(/has BYPASSRLS/);
    const owner = new URL(database.url).username;
    expect(await asRole('ALTER TABLE things OWNER TO "%"', `ALTER TABLE things OWNER TO "${owner}"`)).toMatch(
      /owns the table things, or may act as its owner/,
    );
  });

  it('refuses a role that the migrations did not name', async () => {
    const [back] = [`GRANT ${all} ON things TO "%"`];
    expect(await asRole('REVOKE ALL ON things FROM "%"', back)).toMatch(
      /has no rights in the schema things: run the mig/,
    );
  });
});

describe('access', () => {
  const roles = () => ({
    requests: new URL(database.urls.requests).username,
    worker: new URL(database.urls.worker).username,
  });

  it('is granted twice without a change, and to another role in place of the first', async () => {
    const policies = () =>
      database.dataSource.query<unknown[]>(`SELECT oid, polname, polroles FROM pg_policy ORDER BY polname`);
    const before = await policies();
    await grantSchemaAccess(database.dataSource, 'things', roles(), access);
    expect(await policies()).toEqual(before);
    const { requests: first, worker: second } = roles();
    await grantSchemaAccess(database.dataSource, 'things', { requests: second, worker: first }, access);
    expect(await idsOf(worker)).toEqual([]);
    await grantSchemaAccess(database.dataSource, 'things', roles(), access);
    expect(await idsOf(worker)).toEqual([...ofA, ...ofB]);
  });

  it('replaces the policy of an earlier release, by which the planner read whole indexes', async () => {
    const { worker: role } = roles();
    const { dataSource } = database;
    const policy = `worker ON things TO "${role}" USING (nullif(current_setting('app.workspace', true), '') IS NULL)`;
    await dataSource.query(`DROP POLICY worker ON things`);
    await dataSource.query(`CREATE POLICY ${policy}`);
    const rowsExpected = async (): Promise<number> => {
      const [row] = await worker.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[]>(
        `EXPLAIN (FORMAT JSON) SELECT id FROM things`,
      );
      return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? NaN;
    };
    const before = await rowsExpected();
    await grantSchemaAccess(dataSource, 'things', roles(), access);
    expect(await rowsExpected()).toBeGreaterThan(20 * before);
    expect(await idsOf(worker)).toEqual([...ofA, ...ofB]);
  });

  it('is granted neither to a role that is not there nor to one that row-level security does not hold', async () => {
    const grant = (names: Partial<ReturnType<typeof roles>>) =>
      grantSchemaAccess(database.dataSource, 'things', { ...roles(), ...names }, access);
    await expect(grant({ requests: 'nobody_at_all' })).rejects.toThrow('there is no database role "nobody_at_all"');
    await expect(grant({ worker: new URL(database.url).username })).rejects.toThrow('is a superuser');
  });
});
