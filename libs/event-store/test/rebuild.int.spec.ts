import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inTransaction } from '@ci/database';
import { isErased } from '@ci/domain';
import { testDatabase, until, type TestDatabase } from '@ci/testing';

import { executeCommand } from '../src/execute-command.ts';
import {
  abortRebuild,
  eraseSubjects,
  eventStoreSql,
  refusedAppends,
  withoutForeignKeys,
  rebuildProjection,
  rebuildStatus,
  type RebuildProgress,
} from '../src/index.ts';
import { bookStream, guestBook, guestBookEvents } from './guest-book.ts';
import { guestRows, guestRowsSql, projectGuestRows } from './guest-rows.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase({
    schema: 'store',
    sql: [...eventStoreSql, ...withoutForeignKeys, ...refusedAppends, ...guestRowsSql],
    poolSize: 20,
  });
});
afterEach(() => database.drop());

const execute = (book: string, command: Parameters<typeof guestBook.decide>[0]) =>
  inTransaction(
    database.dataSource,
    (tx) =>
      executeCommand({
        tx,
        stream: bookStream(book),
        decider: guestBook,
        catalogue: guestBookEvents,
        command,
        metadata: {},
        projectors: [projectGuestRows],
      }),
    { attempts: 50 },
  );
const open = (book: string) => execute(book, { type: 'Open', pages: 100_000 });
const sign = (book: string, name = 'Ada') => execute(book, { type: 'Sign', name });

async function books(count: number, guests: number): Promise<void> {
  for (let book = 0; book < count; book += 1) {
    await open(`b${book}`);
    for (let guest = 0; guest < guests; guest += 1) await sign(`b${book}`, `guest ${guest}`);
  }
  await until(settled);
}

/** Whether the order of all events is final: a transaction that any client runs on this server, in any database, delays that. */
async function settled(): Promise<boolean> {
  const [row] = await database.dataSource.query<{ settled: boolean }[]>(
    'SELECT coalesce(max(transaction_id) < pg_snapshot_xmin(pg_current_snapshot()), true) AS settled FROM events',
  );
  return row?.settled === true;
}

const rowsOf = (table: string) =>
  database.dataSource.query<{ row: string }[]>(`SELECT t::text AS row FROM ${table} AS t ORDER BY 1`);
const allRows = async () => [await rowsOf('books'), await rowsOf('guests')];
const oidOf = async (table: string) =>
  (await database.dataSource.query<{ oid: string }[]>(`SELECT '${table}'::regclass::oid AS oid`))[0]?.oid;
const rebuild = (options: Partial<Parameters<typeof rebuildProjection>[0]> = {}) =>
  rebuildProjection({ dataSource: database.dataSource, projection: guestRows(), pageEvents: 10, ...options });

describe('a rebuild', () => {
  it('puts new tables with the same rows in the place of the old ones', async () => {
    await books(5, 7);
    const [before, oid] = [await allRows(), await oidOf('books')];
    const noted: unknown[] = [];
    const result = await rebuild({ inSwap: async (_tx, comparison) => void noted.push(comparison) });
    expect(result).toMatchObject({ outcome: 'swapped', events: 40 });
    expect(noted).toEqual([result.comparison]);
    expect(result.comparison).toMatchObject([
      { table: 'books', rows: 5, onlyOld: 0, onlyNew: 0, changed: 0 },
      { table: 'guests', rows: 35 },
    ]);
    expect(await allRows()).toEqual(before);
    expect(await oidOf('books')).not.toBe(oid);
    expect(await rebuildStatus(database.dataSource, guestRows())).toBeUndefined();
    // What comes afterwards is projected into the new ones.
    await sign('b0');
    expect(await database.dataSource.query(`SELECT guests FROM books WHERE stream_id = 'guest-book-b0'`)).toEqual([
      { guests: 8 },
    ]);
  });

  it('keeps everything else about the tables: names, settings, rights, policies, triggers', async () => {
    const { dataSource } = database;
    const role = `reader_${Date.now()}`;
    await dataSource.query(`CREATE ROLE ${role}`);
    try {
      for (const statement of [
        `GRANT SELECT, INSERT ON books TO ${role} WITH GRANT OPTION`,
        `GRANT SELECT (page, name) ON guests TO ${role}`,
        `ALTER TABLE guests ENABLE ROW LEVEL SECURITY`,
        `CREATE POLICY of_book ON guests FOR SELECT TO ${role} USING (stream_id = current_setting('app.book', true))`,
        `CREATE FUNCTION noop() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
        `CREATE TRIGGER watch AFTER UPDATE ON books FOR EACH ROW EXECUTE FUNCTION noop()`,
        `COMMENT ON COLUMN books.guests IS 'how many'`,
        `ALTER TABLE books SET (autovacuum_vacuum_threshold = 77, toast.autovacuum_enabled = false)`,
      ]) {
        await dataSource.query(statement);
      }
      await books(1, 2);
      const before = await shape();
      expect(JSON.stringify(before)).toMatch(/fillfactor=70.*guests_by_name/s);
      await rebuild();
      expect(await shape()).toEqual(before);
    } finally {
      await dataSource.query(`DROP OWNED BY ${role}`);
      await dataSource.query(`DROP ROLE ${role}`);
    }
  });

  it('loses and doubles nothing while many write and read', async () => {
    await books(8, 5);
    let going = true;
    let reads = 0;
    const writer = async (number: number): Promise<number> => {
      let written = 0;
      for (; going; written += 1) await sign(`b${(number * 3 + written) % 8}`);
      return written;
    };
    const reader = async (): Promise<void> => {
      let seen = 0;
      while (going) {
        // As a service reads: several tables of one moment, in one statement.
        const [row] = await database.dataSource.query<{ counted: string; listed: string }[]>(
          `SELECT (SELECT sum(guests) FROM books) AS counted, (SELECT count(*) FROM guests) AS listed`,
        );
        expect(row?.counted).toBe(row?.listed);
        expect(Number(row?.listed)).toBeGreaterThanOrEqual(seen);
        seen = Number(row?.listed);
        reads += 1;
      }
    };
    const working = [...[1, 2, 3, 4].map(writer), reader(), reader()];
    for (let round = 0; round < 3; round += 1) expect((await rebuild({ pageEvents: 50 })).outcome).toBe('swapped');
    going = false;
    await Promise.all(working);
    expect(reads).toBeGreaterThan(5);
    const [sums] = await database.dataSource.query<{ events: string; guests: string; counted: string }[]>(
      `SELECT (SELECT count(*) FROM events WHERE event_type = 'Signed') AS events, (SELECT count(*) FROM guests) AS guests,
              (SELECT sum(guests) FROM books) AS counted`,
    );
    expect(sums).toEqual({ events: sums?.events, guests: sums?.events, counted: sums?.events });
    // One that holds still shows whether every single row is right.
    expect((await rebuild()).comparison).toMatchObject([
      { onlyOld: 0, onlyNew: 0, changed: 0 },
      { onlyOld: 0, onlyNew: 0, changed: 0 },
    ]);
  }, 120_000);

  it('swaps although somebody always has the table in use for a moment, and gives up when it is held for good', async () => {
    await books(1, 3);
    const holder = database.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT count(*) FROM books');
    const before = await oidOf('books');
    const seen: string[] = [];
    await expect(rebuild({ swapTimeoutMs: 600, onProgress: ({ step }) => void seen.push(step) })).rejects.toThrow(
      /in use without a pause/,
    );
    expect(seen).toContain('waiting-for-lock');
    expect(await oidOf('books')).toBe(before);
    // Neither the client that holds the table nor any other is kept from writing.
    await sign('b0');
    const again = rebuild({ onProgress: ({ step }) => void seen.push(`again ${step}`) });
    await until(() => seen.includes('again waiting-for-lock'));
    await holder.commitTransaction();
    await holder.release();
    expect((await again).outcome).toBe('swapped');
    expect(await oidOf('books')).not.toBe(before);
  });

  it('is gone on with after it was killed', async () => {
    await books(5, 30);
    const before = await allRows();
    const script = fileURLToPath(new URL('rebuild-in-other-process.ts', import.meta.url));
    const hooks = new URL('typescript-hooks.mjs', import.meta.url).href;
    const child = spawn(
      process.execPath,
      ['--import', hooks, '--no-warnings', '--conditions=@ci/source', script, database.url, 'store', '20', '6'],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
    );
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    await once(child, 'exit');
    // Its lock goes when the server notices.
    const stopped = await until(async () => {
      const state = await rebuildStatus(database.dataSource, guestRows());
      const [{ n } = { n: '1' }] = await database.dataSource.query<{ n: string }[]>(
        `SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'rebuild-test' AND datname = current_database()`,
      );
      return n === '0' ? state : undefined;
    });
    // The page that was not committed is gone with the process.
    expect(stopped.events).toBe(100);
    expect(await allRows()).toEqual(before);

    const seen: RebuildProgress[] = [];
    const result = await rebuild({ onProgress: (progress) => void seen.push(progress) });
    expect(seen[0]).toEqual({ step: 'resumed', events: 100, of: 155 });
    expect(result).toMatchObject({ outcome: 'swapped', events: 155, comparison: [{ changed: 0 }, { onlyOld: 0 }] });
    expect(await allRows()).toEqual(before);
  });

  it('does not swap rows that differ, says which, and does when it is told to', async () => {
    await books(2, 3);
    const { dataSource } = database;
    await dataSource.query(`UPDATE guests SET name = 'somebody else' WHERE stream_id = 'guest-book-b1' AND page = 2`);
    await dataSource.query(`DELETE FROM guests WHERE stream_id = 'guest-book-b0' AND page = 1`);
    await dataSource.query(`INSERT INTO guests VALUES ('guest-book-b9', 1, 'nobody', '{}')`);
    const before = await allRows();
    const { outcome, comparison } = await rebuild();
    expect(outcome).toBe('differs');
    expect(comparison[1]).toEqual({
      table: 'guests',
      rows: 6,
      onlyOld: 1,
      onlyNew: 1,
      changed: 1,
      examples: ['guest-book-b0/1', 'guest-book-b1/2', 'guest-book-b9/1'],
      columns: ['name'],
    });
    expect(JSON.stringify(comparison)).not.toMatch(/somebody|nobody/);
    expect(await allRows()).toEqual(before);
    expect((await rebuild({ acceptDifferences: true })).outcome).toBe('swapped');
    expect((await rebuild()).comparison[1]).toMatchObject({ rows: 6, onlyOld: 0, onlyNew: 0, changed: 0 });
  });

  it('compares only when it is told to, and leaves nothing', async () => {
    await books(2, 2);
    const oid = await oidOf('guests');
    expect((await rebuild({ dryRun: true })).outcome).toBe('compared');
    expect(await oidOf('guests')).toBe(oid);
    expect(await leftovers()).toEqual([]);
  });

  it('is aborted without a trace', async () => {
    await books(2, 10);
    let pages = 0;
    const failing = async (): Promise<void> => {
      if ((pages += 1) === 2) throw new Error('enough');
    };
    await expect(rebuild({ projection: guestRows(failing) })).rejects.toThrow('enough');
    expect(await leftovers()).toHaveLength(2);
    expect(await abortRebuild(database.dataSource, guestRows())).toBe(true);
    expect(await leftovers()).toEqual([]);
    expect(await abortRebuild(database.dataSource, guestRows())).toBe(false);
  });

  it('is refused while another one is at it, and when a migration came in between', async () => {
    await books(2, 10);
    let second: unknown;
    const slow = async (): Promise<void> => {
      second ??= await rebuild().catch((error: unknown) => error);
      throw new Error('stop');
    };
    await expect(rebuild({ projection: guestRows(slow) })).rejects.toThrow('stop');
    expect(String(second)).toMatch(/being rebuilt by another process/);
    await database.dataSource.query('ALTER TABLE books ADD COLUMN colour text');
    await expect(rebuild()).rejects.toThrow(/was changed since this rebuild began/);
  });

  it('follows an erasure that happens meanwhile', async () => {
    await books(2, 5);
    let erased = false;
    const forgetting = async (): Promise<void> => {
      if (erased) return;
      erased = true;
      // As a service does it: the inline rows go in the transaction that erases.
      await inTransaction(database.dataSource, async (other) => {
        await eraseSubjects(other, ['guest-book-b1']);
        await other.query(`UPDATE guests SET name = NULL WHERE stream_id = 'guest-book-b1'`);
      });
    };
    const { outcome } = await rebuild({ projection: guestRows(forgetting), pageEvents: 3 });
    expect(outcome).toBe('swapped');
    const names = await database.dataSource.query(`SELECT name FROM guests WHERE stream_id = 'guest-book-b1'`);
    expect(names).toEqual(Array.from({ length: 5 }, () => ({ name: null })));
    expect(isErased({ erased: true })).toBe(true);
  });
});

/** What a dump would say of the tables, without their rows. */
async function shape(): Promise<unknown> {
  const of = `FROM pg_class c WHERE c.oid IN ('books'::regclass, 'guests'::regclass)`;
  return database.dataSource.query(`
    SELECT c.relname, c.relacl::text, c.reloptions::text, c.relowner::regrole::text AS owner, c.relrowsecurity,
      (SELECT reloptions::text FROM pg_class t WHERE t.oid = c.reltoastrelid) AS toast,
      ARRAY(SELECT concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, attgenerated, attacl, col_description(c.oid, attnum),
              (SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = c.oid AND adnum = attnum))
              FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 ORDER BY attnum) AS columns,
      ARRAY(SELECT concat_ws(' ', conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE conrelid = c.oid ORDER BY conname) AS constraints,
      ARRAY(SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = c.oid ORDER BY indexrelid::regclass::text) AS indexes,
      ARRAY(SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = c.oid ORDER BY tgname) AS triggers,
      ARRAY(SELECT p::text FROM pg_policies p WHERE p.tablename = c.relname ORDER BY 1) AS policies
    ${of} ORDER BY c.relname`);
}

const leftovers = () =>
  database.dataSource.query<unknown[]>(
    `SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace('store_rebuild') AND relkind = 'r'`,
  );
