import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, Module, type DynamicModule } from '@nestjs/common';
import { freePort, until } from '@ci/testing';
import { DataSource } from 'typeorm';
import { serverFile, startEncryptedPostgres, type EncryptedPostgres } from '@ci/testing/encrypted-postgres';
import { HealthModule } from '../health/health.module.ts';
import { createHttpService } from '../http/create-http-service.ts';
import { listenOrExit } from './listen-or-exit.ts';
import { databaseChecks, DatabaseModule } from '@ci/database';
import { createLogger } from '@ci/observability';

const PASSWORD = 'right-one';
const GOOD: readonly [number, number] = [-1, 365];
let postgres: EncryptedPostgres;
/** Where a service finds its authority: a test may spoil it. */
let ca: string;
let lines: string[];
let started: { readonly at: string; readonly close: () => Promise<void> } | undefined;

beforeAll(async () => {
  postgres = await startEncryptedPostgres();
  await postgres.query(
    'CREATE ROLE requests LOGIN',
    'CREATE SCHEMA things CREATE TABLE things (id text)',
    'GRANT USAGE ON SCHEMA things TO requests',
    'GRANT SELECT ON things.things TO requests',
    'REVOKE CONNECT ON DATABASE postgres FROM public',
  );
}, 120_000);
afterAll(() => postgres.stop());
beforeEach(async () => {
  ca = join(postgres.folder, 'used.pem');
  await copyFile(join(postgres.folder, 'ca.pem'), ca);
  await postgres.serve(['localhost'], GOOD);
  await postgres.configure(signInBy('scram-sha-256'));
  await postgres.query(
    `ALTER ROLE requests LOGIN PASSWORD '${PASSWORD}'`,
    'GRANT CONNECT ON DATABASE postgres TO requests',
  );
  lines = [];
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((line: unknown) => void lines.push(String(line)));
});
afterEach(async () => {
  await started?.close();
  started = undefined;
  jest.restoreAllMocks();
});

const signInBy = (method: string): string => serverFile('pg_hba.conf', `host all all all ${method}`);
const exit = () => jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);

function address(changes: { database?: string; password?: string; parameters?: string } = {}): string {
  const url = new URL(postgres.server.url);
  url.hostname = 'localhost';
  url.username = 'requests';
  url.password = changes.password ?? PASSWORD;
  url.pathname = changes.database ?? 'postgres';
  url.search = `sslmode=verify-full&sslrootcert=${ca}${changes.parameters ?? ''}`;
  return url.href;
}

/** A service as `main.ts` starts one. */
async function start(url: string): Promise<void> {
  const logger = createLogger({ service: 'refused', level: 'silent' });
  const app = await createHttpService(serviceOn(url), { service: 'refused', logger, stopOnSignals: false });
  const PORT = await freePort();
  const listening = listenOrExit(app, { HOST: '127.0.0.1', PORT });
  started = {
    at: `http://127.0.0.1:${PORT}`,
    close: async () => {
      await app.close();
      await listening;
    },
  };
}

@Module({})
class RefusedModule {}

function serviceOn(url: string): DynamicModule {
  return {
    module: RefusedModule,
    imports: [
      DatabaseModule.forRoot({ url, schema: 'things', poolSize: 2, applicationName: 'refused' }),
      HealthModule.forRootAsync({
        inject: [DataSource],
        useFactory: (source: DataSource) => ({ checks: databaseChecks([source], () => undefined) }),
      }),
    ],
  };
}

async function answer(path: string): Promise<[number, unknown]> {
  const response = await fetch(`${started?.at}${path}`);
  return [response.status, await response.json()];
}

async function untilReadinessIs(status: number, checks: object): Promise<void> {
  let seen: unknown;
  const isSo = async (): Promise<boolean> => {
    const [code, body] = await answer('/health/ready');
    seen = [code, (body as { checks: unknown }).checks];
    return JSON.stringify(seen) === JSON.stringify([status, checks]);
  };
  await until(isSo, { describe: () => `readiness ${JSON.stringify([status, checks])}, not ${JSON.stringify(seen)}` });
}

const refusals: readonly {
  readonly what: string;
  readonly check: 'database' | 'database_credentials' | 'database_certificate';
  readonly line: RegExp;
  readonly spoil?: () => Promise<void>;
  readonly url?: () => string;
  readonly mend: () => Promise<void>;
}[] = [
  {
    what: 'a password that is wrong',
    check: 'database_credentials',
    line: /refuses its role or password \(28P01\): password authentication failed/,
    url: () => address({ password: 'wrong-one' }),
    mend: () => postgres.query(`ALTER ROLE requests PASSWORD 'wrong-one'`),
  },
  {
    what: 'a password that is asked for and absent',
    check: 'database_credentials',
    line: /cannot be signed in to: SASL: .+password must be/,
    url: () => address({ password: '' }),
    mend: () => postgres.configure(signInBy('trust')),
  },
  {
    what: 'a role without LOGIN',
    check: 'database_credentials',
    line: /\(28000\): role "requests" is not permitted to log in/,
    spoil: () => postgres.query('ALTER ROLE requests NOLOGIN'),
    mend: () => postgres.query('ALTER ROLE requests LOGIN'),
  },
  {
    what: 'a role that may not connect',
    check: 'database_credentials',
    line: /\(42501\): permission denied for database "postgres"/,
    spoil: () => postgres.query('REVOKE CONNECT ON DATABASE postgres FROM requests'),
    mend: () => postgres.query('GRANT CONNECT ON DATABASE postgres TO requests'),
  },
  {
    what: 'an unknown database',
    check: 'database',
    line: /does not exist \(3D000\): database "later" does not exist: create it/,
    url: () => address({ database: 'later' }),
    mend: () => postgres.query('CREATE DATABASE later TEMPLATE postgres'),
  },
  {
    what: 'an expired certificate',
    check: 'database_certificate',
    line: /\(CERT_HAS_EXPIRED\): See sslmode/,
    spoil: () => postgres.serve(['localhost'], [-3, -2]),
    mend: () => postgres.serve(['localhost'], GOOD),
  },
  {
    what: 'a certificate of another host',
    check: 'database_certificate',
    line: /\(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    spoil: () => postgres.serve(['db.example'], GOOD),
    mend: () => postgres.serve(['localhost'], GOOD),
  },
  {
    what: 'an authority that did not sign the server',
    check: 'database_certificate',
    line: /\((?:SELF_SIGNED|UNABLE_TO)\w+\)/,
    spoil: () => copyFile(join(postgres.folder, 'other.pem'), ca),
    mend: () => copyFile(join(postgres.folder, 'ca.pem'), ca),
  },
  {
    what: 'an authority file that is absent',
    check: 'database_certificate',
    line: /needs a file that cannot be read \(ENOENT\): .+used\.pem/,
    spoil: () => rm(ca),
    mend: () => copyFile(join(postgres.folder, 'ca.pem'), ca),
  },
  {
    what: 'an authority file that holds no certificate',
    check: 'database_certificate',
    line: /\((?:SELF_SIGNED|UNABLE_TO)\w+\)/,
    spoil: () => writeFile(ca, 'nothing'),
    mend: () => copyFile(join(postgres.folder, 'ca.pem'), ca),
  },
  {
    what: 'a client certificate that is none',
    check: 'database_certificate',
    line: /\(ERR_OSSL_\w+\)/,
    url: () => address({ parameters: `&sslcert=${ca}.client` }),
    spoil: () => writeFile(`${ca}.client`, 'nothing'),
    mend: () => copyFile(join(postgres.folder, 'ca.pem'), `${ca}.client`),
  },
  {
    what: 'a server without TLS',
    check: 'database_certificate',
    line: /offers no TLS: See sslmode/,
    spoil: () => postgres.configure('ALTER SYSTEM SET ssl = off'),
    mend: () => postgres.configure('ALTER SYSTEM SET ssl = on'),
  },
];

it.each(refusals)(
  'a service that meets $what waits, says why once and without a password, and is ready as soon as that is mended',
  async ({ check, line, spoil, url = address, mend }) => {
    const ended = exit();
    await spoil?.();
    await start(url());
    await untilReadinessIs(503, { [check]: 'failed' });
    expect(await answer('/health/live')).toEqual([200, { status: 'live' }]);
    await mend();
    await untilReadinessIs(200, { database: 'ok', roles: 'ok' });
    expect(lines).toEqual([expect.stringMatching(line)]);
    expect(lines[0]).toMatch(/^waiting for the database of DATABASE_URL, which /);
    expect(lines[0]).not.toMatch(/-one/);
    expect(ended).not.toHaveBeenCalled();
  },
);

it.each([
  ['that can not be signed in to', () => address({ password: '' })],
  ['whose certificate is not accepted', () => address().replace('used.pem', 'other.pem')],
])('a server %s is left no connections of the tries', async (_, url) => {
  exit();
  const tries = jest.spyOn(DataSource.prototype, 'initialize');
  await start(url());
  await until(() => tries.mock.calls.length >= 6, { describe: 'six tries' });
  await until(async () => (await postgres.connections()) <= 1, {
    timeoutMs: 5_000,
    describe: 'one connection at most',
  });
});
