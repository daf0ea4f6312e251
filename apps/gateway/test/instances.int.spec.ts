import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { holdsWithin, testDatabase, until, type TestDatabase } from '@ci/testing';
import { composeKey } from '../src/api-key/key-format.ts';
import { KnownKeys } from '../src/authenticate/known-keys.ts';
import { deleteKey } from '../src/commands/keys.ts';
import { changeWorkspace } from '../src/commands/workspaces.ts';
import { entities, migrations } from '../src/database/schema.ts';
import { operatorDatabase } from '../src/operate/operator.ts';
import { RecordingService } from './recording-service.ts';
import { createKey, errorCode, startGateway, testAccess, uncountedBy, type RunningGateway } from './running-gateway.ts';

const service = new RecordingService();
let database: TestDatabase;
let one: RunningGateway;
let other: RunningGateway;

beforeAll(async () => {
  database = await testDatabase({ schema: 'gateway', entities, migrations, access: testAccess });
  await service.listen();
  const { url } = service;
  const options = {
    databases: database.urls,
    services: { ingestion: url, contacts: url },
    environment: { REQUESTS_PER_MINUTE: '300', RECORDED_CALLS_PER_MINUTE: '20' },
  };
  [one, other] = await Promise.all([startGateway(options), startGateway(options)]);
});

afterAll(async () => {
  await Promise.all([one.app.close(), other.app.close()]);
  await service.close();
  await database.drop();
});

const statusOf = async (gateway: RunningGateway, key: string, method = 'GET', path = '/v1/calls') =>
  (await gateway.request(method, path, { key, ...(method === 'POST' ? { body: '{}' } : {}) })).status;

/** Requests that it has allowed while the store of budgets did not answer. */
describe('a key on two instances', () => {
  it('is valid at once, and deleted within a second', async () => {
    const { id, key } = await createKey(database.dataSource, 'keys');
    expect([await statusOf(one, key), await statusOf(other, key)]).toEqual([200, 200]);
    await deleteKey(operatorDatabase(database.dataSource), id);
    const deletedAt = performance.now();
    for (const gateway of [one, other])
      await holdsWithin(1_000, async () => (await statusOf(gateway, key)) === 401, deletedAt);
    const again = deleteKey(operatorDatabase(database.dataSource), id);
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
  });

  it('carries a changed workspace within a second', async () => {
    const { key } = await createKey(database.dataSource, 'changes');
    const zoneSeen = async () => {
      await one.request('GET', '/v1/contacts', { key });
      const [, claims = ''] = String(service.last.headers['x-internal-token']).split('.');
      return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { wsp: { timezone: string } }).wsp.timezone;
    };
    expect(await zoneSeen()).toBe('UTC');
    await changeWorkspace(operatorDatabase(database.dataSource), 'changes', { timezone: 'Asia/Tokyo' });
    await holdsWithin(1_000, async () => (await zoneSeen()) === 'Asia/Tokyo');
  });

  it('is noted as used, once for many requests', async () => {
    const { dataSource } = database;
    const { id, key } = await createKey(dataSource, 'uses');
    await dataSource.query(`CREATE TABLE noted (key_id text)`);
    await dataSource.query(
      `CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
         $$ BEGIN INSERT INTO gateway.noted VALUES (NEW.key_id); RETURN NEW; END $$`,
    );
    await dataSource.query(`CREATE TRIGGER note AFTER UPDATE ON api_key_secrets FOR EACH ROW EXECUTE FUNCTION note()`);
    const before = new Date();
    const statuses = await Promise.all(Array.from({ length: 100 }, () => statusOf(one, key)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const lastUse = async () => {
      const rows = await database.dataSource.query<{ last_used_at: Date | null }[]>(
        'SELECT last_used_at FROM api_key_secrets WHERE key_id = $1',
        [id],
      );
      return rows[0]?.last_used_at;
    };
    const flushes = 2 + (Date.now() - before.getTime()) / 5_000;
    expect((await until(lastUse)).getTime()).toBeGreaterThanOrEqual(before.getTime());
    const [noted] = await dataSource.query<{ times: number }[]>(
      'SELECT count(*)::int AS times FROM noted WHERE key_id = $1',
      [id],
    );
    // One flush, or two where the requests were just then; one more for each five seconds that they took.
    expect(noted?.times).toBeLessThanOrEqual(flushes);
  });

  it('leaves behind who made it and who deleted it, when, and nothing secret', async () => {
    const { id, key, workspaceId } = await createKey(database.dataSource, 'trails', 'read-only');
    await deleteKey(operatorDatabase(database.dataSource, 'ana'), id);
    const trail = await database.dataSource.query<Record<string, unknown>[]>(
      `SELECT event_type AS type, workspace_id, data, metadata ->> 'actor' AS actor, recorded_at FROM events WHERE stream_id = $1 ORDER BY version`,
      [`key-${id}`],
    );
    expect(trail).toEqual([
      expect.objectContaining({
        type: 'KeyCreated',
        workspace_id: workspaceId,
        data: { keyId: id, scope: 'read-only', createdAt: expect.any(String) as string },
        actor: 'operator',
        recorded_at: expect.any(Date) as Date,
      }),
      expect.objectContaining({ type: 'KeyDeleted', actor: 'ana' }),
    ]);
    const secrets = await database.dataSource.query<object[]>('SELECT FROM api_key_secrets WHERE key_id = $1', [id]);
    expect([secrets, await statusOf(one, key)]).toEqual([[], 401]);
  });

  it('is compared as a whole: one whose hash only begins alike is another, in memory and in the database', async () => {
    const { id } = await createKey(database.dataSource, 'alike');
    const alike = (rest: number) => Buffer.concat([Buffer.alloc(8, 9), Buffer.alloc(24, rest)]);
    await database.dataSource.query('UPDATE api_key_secrets SET hash = $1 WHERE key_id = $2', [alike(1), id]);
    const keys = one.app.get(KnownKeys);
    const find = (rest: number) => keys.find(alike(rest), '127.0.0.1');
    expect(await find(2)).toBeUndefined();
    expect(await find(1)).toMatchObject({ id });
    expect(await find(2)).toBeUndefined();
    expect(await find(1)).toMatchObject({ id });
  });

  it('is kept as a hash alone', async () => {
    const { key } = await createKey(database.dataSource, 'hashes');
    const tables = ['events', 'event_personal', 'streams', 'api_keys', 'api_key_secrets', 'workspaces'];
    for (const table of tables) {
      const rows = await database.dataSource.query<object[]>(`SELECT t::text FROM ${table} t`);
      expect(JSON.stringify(rows)).not.toContain(key.slice(12, -4));
    }
  });
});

describe('a flood of wrong keys that look right', () => {
  it('keeps nobody out whose key is known, and hides no deletion', async () => {
    const { key } = await createKey(database.dataSource, 'flooded');
    const doomed = await createKey(database.dataSource, 'flooded');
    // What was changed within the last minute is read again.
    await database.dataSource.query(
      `UPDATE workspaces SET changed_at = now() - interval '1 hour' WHERE name = 'flooded'`,
    );
    for (const known of [key, doomed.key]) await until(async () => (await statusOf(one, known)) === 200);
    const holder = database.dataSource.createQueryRunner();
    await holder.startTransaction();
    // Until this ends no key can be looked up, which is what a lookup behind thousands of others is like.
    await holder.query('LOCK TABLE api_key_secrets IN ACCESS EXCLUSIVE MODE');
    try {
      const wrong = () => composeKey(Array.from({ length: 30 }, () => Math.floor(Math.random() * 62)));
      const flood = Promise.all(Array.from({ length: 60 }, () => statusOf(one, wrong())));
      await database.dataSource.query(
        `UPDATE api_keys SET deleted_at = now(), changed_at = clock_timestamp() WHERE id = $1`,
        [doomed.id],
      );
      const statuses: number[] = [];
      const began = performance.now();
      await holdsWithin(1_000, async () => (await statusOf(one, doomed.key)) !== 200, began);
      await until(
        async () => {
          statuses.push(await statusOf(one, key));
          return performance.now() - began > 2_500;
        },
        { intervalMs: 100 },
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(new Set(await flood)).toEqual(new Set([503]));
      expect(one.app.get(KnownKeys).isFresh()).toBe(true);
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    await until(async () => (await statusOf(one, doomed.key)) === 401);
  });
});

describe('a budget on two instances', () => {
  it('allows in all what one key may do, give or take a tenth', async () => {
    const { key } = await createKey(database.dataSource, 'budgets');
    const startedAt = performance.now();
    const statuses = (
      await Promise.all(
        [one, other].map(async (gateway) => {
          const seen: number[] = [];
          for (let round = 0; round < 30; round += 1) {
            seen.push(...(await Promise.all(Array.from({ length: 10 }, () => statusOf(gateway, key)))));
          }
          return seen;
        }),
      )
    ).flat();
    const budget = 300 + ((performance.now() - startedAt) / 60_000) * 300;
    const allowed = statuses.filter((status) => status === 200).length;
    // A database that takes too long to answer is not waited for; what is allowed meanwhile is counted apart.
    const uncounted = (await uncountedBy(one)) + (await uncountedBy(other));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(allowed).toBeGreaterThanOrEqual(300 * 0.9);
    expect(allowed).toBeLessThanOrEqual(budget * 1.1 + uncounted);
  });

  it('of recorded calls is counted besides, over all that sends a transcript through the services, and says so', async () => {
    const { key } = await createKey(database.dataSource, 'recordings');
    const uncountedBefore = (await uncountedBy(one)) + (await uncountedBy(other));
    const startedAt = performance.now();
    const answers = [];
    for (let index = 0; index < 24; index += 1) {
      const path = ['/v1/calls', '/v1/calls/import', '/v1/calls/call_1/reanalyze'][index % 3] as string;
      answers.push(await (index % 2 === 0 ? one : other).request('POST', path, { key, body: '{}' }));
    }
    const budget = 20 + ((performance.now() - startedAt) / 60_000) * 20;
    const allowed = answers.filter(({ status }) => status === 200).length;
    const uncounted = (await uncountedBy(one)) + (await uncountedBy(other)) - uncountedBefore;
    expect(allowed).toBeGreaterThanOrEqual(18);
    expect(allowed).toBeLessThanOrEqual(budget * 1.1 + uncounted);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"requests";q=300;w=60, "recorded-calls";q=20;w=60');
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"requests";r=299;t=1, "recorded-calls";r=19;t=3$/);
    expect(await statusOf(one, key)).toBe(200);
  });
});

describe('a store of budgets that does not answer', () => {
  it('lets everything through, says so once, and counts again when it is back', async () => {
    const lines: string[] = [];
    const gateway = await startGateway({
      databases: database.urls,
      services: { ingestion: service.url },
      environment: { REQUESTS_PER_MINUTE: '5' },
      onLine: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg),
    });
    const holder = database.dataSource.createQueryRunner();
    try {
      const { key } = await createKey(database.dataSource, 'uncounted');
      await holder.startTransaction();
      await holder.query('LOCK TABLE rate_budgets IN ACCESS EXCLUSIVE MODE');
      const statuses: number[] = [];
      // Longer than a second: the store is asked again, and does not respond.
      await until(
        async () => {
          const { status, headers } = await gateway.request('GET', '/v1/calls', { key });
          statuses.push(status);
          expect(headers.get('ratelimit-policy')).toBe('"requests";q=5;w=60');
          expect(headers.get('ratelimit')).toBeNull();
          return statuses.length >= 20 && (await uncountedBy(gateway)) >= 20;
        },
        { intervalMs: 100 },
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      await holder.rollbackTransaction();
      await until(async () => (await statusOf(gateway, key)) === 429);
      const said = lines.filter((line) => line.includes('shared rate limits'));
      expect(said).toEqual([
        'shared rate limits are unavailable: requests are not limited, sign-in attempts are limited by this instance alone',
        'shared rate limits are available again',
      ]);
    } finally {
      if (holder.isTransactionActive) await holder.rollbackTransaction();
      await holder.release();
      await gateway.app.close();
    }
  });
});

describe('an instance whose database is away', () => {
  it('stops believing what it remembers after a second, and goes on when the database is back', async () => {
    const link = await DatabaseLink.to(database.urls.requests);
    const gateway = await startGateway({
      databases: { ...database.urls, requests: link.url },
      services: { ingestion: service.url },
    });
    try {
      const { key } = await createKey(database.dataSource, 'outages');
      expect(await statusOf(gateway, key)).toBe(200);
      await link.cut();
      const refused = await refusedWithinASecond(gateway, key);
      expect([refused.status, await errorCode(refused)]).toEqual([503, 'unavailable']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await statusOf(gateway, 'nonsense')).toBe(401);
      expect((await gateway.request('GET', '/health/ready')).status).toBe(503);
      await link.mend();
      await until(async () => (await statusOf(gateway, key)) === 200);
    } finally {
      await link.mend();
      await gateway.app.close();
      await link.cut();
    }
  });
});

describe('an instance whose database is silent', () => {
  it('stops believing what it remembers after a second, and holds no request for longer than another', async () => {
    const link = await DatabaseLink.to(database.urls.requests);
    const gateway = await startGateway({
      databases: { ...database.urls, requests: link.url },
      services: { ingestion: service.url },
    });
    try {
      const { key } = await createKey(database.dataSource, 'silence');
      expect(await statusOf(gateway, key)).toBe(200);
      link.silence();
      const refused = await refusedWithinASecond(gateway, key);
      expect([refused.status, await errorCode(refused), refused.headers.get('retry-after')]).toEqual([
        503,
        'unavailable',
        '1',
      ]);
    } finally {
      await link.cut();
      await link.mend();
      await gateway.app.close();
      await link.cut();
    }
  });
});

/** The first refusal; who asks a second later must be refused. */
async function refusedWithinASecond(gateway: RunningGateway, key: string): Promise<Response> {
  let answer = new Response();
  await holdsWithin(1_000, async () => {
    answer = await gateway.request('GET', '/v1/calls', { key });
    return answer.status !== 200;
  });
  return answer;
}

/** A TCP hop to the database that can be cut. */
class DatabaseLink {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #silent = false;

  private constructor(private readonly target: URL) {}

  static async to(databaseUrl: string): Promise<DatabaseLink> {
    const link = new DatabaseLink(new URL(databaseUrl));
    await link.mend();
    return link;
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  async mend(): Promise<void> {
    if (this.#server !== undefined) return;
    this.#server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.once('close', () => {
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      if (!this.#silent) near.pipe(far).pipe(near);
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** What is connected stays so, and hears nothing more; what connects from now on hears nothing at all. */
  silence(): void {
    this.#silent = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
