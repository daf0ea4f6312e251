import { testDatabaseUrl } from './scratch-schema.ts';
import { PreparingClient } from './preparing-client.ts';
import { PLAN_EACH_TIME } from './statement.ts';

describe('PreparingClient', () => {
  let client: PreparingClient;
  beforeEach(async () => {
    client = new PreparingClient({ connectionString: testDatabaseUrl() });
    await client.connect();
    await client.query('CREATE TEMPORARY TABLE things (id int)');
  });
  afterEach(() => client.end());

  const prepared = async (): Promise<string[]> => {
    const { rows } = await client.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements');
    return rows.map(({ statement }) => statement);
  };
  const repeat = async (times: number, text: string, values: unknown[] = [1]): Promise<unknown[]> => {
    const answers: unknown[] = [];
    for (let time = 0; time < times; time += 1) answers.push((await client.query(text, values)).rows);
    return answers;
  };

  it('prepares what is sent for the fifth time, and answers the same', async () => {
    const text = 'SELECT $1::int AS one';
    expect(await repeat(4, text)).toEqual(Array(4).fill([{ one: 1 }]));
    expect(await prepared()).toEqual([]);
    expect(await repeat(4, text, [2])).toEqual(Array(4).fill([{ one: 2 }]));
    expect(await prepared()).toEqual([text]);
  });

  it('leaves alone what has no parameters and what is to be planned anew', async () => {
    await repeat(10, 'SELECT 1', []);
    await repeat(10, `${PLAN_EACH_TIME} SELECT $1::int AS one`);
    expect(await prepared()).toEqual([]);
  });

  it('keeps no more than a hundred', async () => {
    for (let n = 0; n < 110; n += 1) await repeat(6, `SELECT $1::int AS column_${n}`);
    expect(await prepared()).toHaveLength(100);
  });

  it('prepares anew after a migration changed what a statement answers', async () => {
    const text = 'SELECT * FROM things WHERE id = $1';
    await repeat(6, text);
    await client.query('ALTER TABLE things ADD name text');
    await client.query('INSERT INTO things VALUES (1, $1)', ['one']);
    await expect(client.query(text, [1])).rejects.toMatchObject({ code: '0A000' });
    expect(await repeat(2, text)).toEqual(Array(2).fill([{ id: 1, name: 'one' }]));
  });

  it('plans anew from time to time: a table that was empty at first is not read from end to end for good', async () => {
    // The server gathers no statistics of temporary tables automatically. Only changes of the catalogue by many others at once
    // (a full queue of invalidations) make it plan again without us: so nothing is asserted between the insert and our own plan.
    await client.query('CREATE TEMPORARY TABLE many (id int PRIMARY KEY)');
    const text = 'SELECT many.id FROM json_to_recordset($1::json) AS wanted (id int) JOIN many USING (id)';
    const plan = async (): Promise<string> => {
      const { rows } = await client.query(`EXPLAIN EXECUTE prepared_1 ('[]')`);
      return JSON.stringify(rows);
    };
    await repeat(20, text, ['[{ "id": 7 }]']);
    expect(await plan()).toContain('Seq Scan on many');
    await client.query('INSERT INTO many SELECT generate_series(1, 100000)');
    await repeat(80, text, ['[{ "id": 7 }]']);
    expect(await plan()).toContain('Index Only Scan using many_pkey');
  });

  it('plans anew in a transaction that has failed, too, without a word', async () => {
    await repeat(20, 'SELECT $1::int AS one');
    await client.query('BEGIN');
    await expect(client.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
    for (let time = 0; time < 60; time += 1) {
      await expect(client.query('SELECT $1::int AS one', [1])).rejects.toMatchObject({ code: '25P02' });
    }
    await client.query('ROLLBACK');
    expect(await repeat(1, 'SELECT $1::int AS one')).toEqual([[{ one: 1 }]]);
  });

  it('goes on after a statement that failed', async () => {
    const text = 'SELECT 1 / $1::int AS quotient';
    await repeat(6, text);
    await expect(client.query(text, [0])).rejects.toMatchObject({ code: '22012' });
    expect(await repeat(1, text)).toEqual([[{ quotient: 1 }]]);
    await expect(repeat(6, 'SELECT nothing FROM nowhere WHERE id = $1')).rejects.toMatchObject({ code: '42P01' });
  });
});

describe('a transaction', () => {
  const [url, application] = [testDatabaseUrl(), `transactions ${process.pid}`];
  let client: PreparingClient;
  let other: PreparingClient;
  beforeEach(async () => {
    client = new PreparingClient({ connectionString: url, application_name: application, pipeline: true });
    other = new PreparingClient({ connectionString: url });
    await Promise.all([client.connect(), other.connect()]);
    await client.query('CREATE TEMPORARY TABLE things (id int)');
    // The first one is sent as it is, and prepares the beginning of the others.
    await client.query('START TRANSACTION');
    await client.query('COMMIT');
  });
  afterEach(() => Promise.all([client.end(), other.end()]));

  const stateOf = async (): Promise<unknown> => {
    const { rows } = await other.query<{ state: string }>(
      `SELECT state FROM pg_stat_activity WHERE application_name = $1`,
      [application],
    );
    return rows[0]?.state;
  };
  const things = async (): Promise<number> => (await client.query('SELECT FROM things')).rowCount ?? NaN;

  it('begins with its first statement, which answers as ever', async () => {
    await client.query('START TRANSACTION');
    expect(await stateOf()).toBe('idle');
    expect((await client.query('SELECT 7 AS seven')).rows).toEqual([{ seven: 7 }]);
    expect(await stateOf()).toBe('idle in transaction');
    await client.query('INSERT INTO things VALUES ($1)', [1]);
    expect(await client.query('COMMIT')).toMatchObject({ command: 'COMMIT' });
    expect(await things()).toBe(1);
  });

  it('holds all statements that are sent at once', async () => {
    await client.query('START TRANSACTION');
    await Promise.all([1, 2, 3].map((id) => client.query('INSERT INTO things VALUES ($1)', [id])));
    await client.query('ROLLBACK');
    expect(await things()).toBe(0);
  });

  it('takes its first statement along when it can not begin', async () => {
    await client.query('DEALLOCATE begin');
    await client.query('START TRANSACTION');
    await expect(client.query('INSERT INTO things VALUES ($1)', [1])).rejects.toMatchObject({ code: '26000' });
    await client.query('ROLLBACK');
    expect(await things()).toBe(0);
  });

  it('has failed when its first statement fails', async () => {
    await client.query('START TRANSACTION');
    await expect(client.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
    await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('ROLLBACK');
    expect(await things()).toBe(0);
  });

  it('may begin with several statements in one, as in a migration, and be empty', async () => {
    await client.query('START TRANSACTION');
    await client.query('INSERT INTO things VALUES (1); INSERT INTO things VALUES (2)');
    await client.query('ROLLBACK');
    await client.query('START TRANSACTION');
    expect(await client.query('COMMIT')).toMatchObject({ command: 'COMMIT' });
    expect(await stateOf()).toBe('idle');
    expect(await things()).toBe(0);
  });
});
