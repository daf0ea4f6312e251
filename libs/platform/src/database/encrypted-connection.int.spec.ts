import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createCertificateAuthority,
  issueCertificate,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@ci/testing';
import pg from 'pg';
import { createDataSource } from './data-source.ts';

let folder: string;
let server: EmbeddedPostgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encrypted-postgres-'));
  await chmod(folder, 0o755);
  server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => undefined });
  const [authority, other] = await Promise.all([
    createCertificateAuthority({ commonName: 'Company authority' }),
    createCertificateAuthority({ commonName: 'Another authority' }),
  ]);
  await Promise.all([
    writeFile(join(folder, 'ca.pem'), authority.certPem),
    writeFile(join(folder, 'other.pem'), other.certPem),
  ]);
  await serve(authority, [-1, 365]);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** The server writes its certificate itself: it may read only what is its own. */
async function serve(authority: Awaited<ReturnType<typeof createCertificateAuthority>>, days: [number, number]) {
  const { certPem, keyPem } = await issueCertificate(authority, { hosts: ['localhost'], days });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const write = (name: string, text: string) =>
    client.query(`COPY (SELECT line FROM unnest($$${text}$$::text[]) line) TO PROGRAM 'umask 077; cat > ${name}'`);
  await write('server.crt', pgArray(certPem));
  await write('server.key', pgArray(keyPem));
  await client.query(`ALTER SYSTEM SET ssl_cert_file = 'server.crt'`);
  await client.query(`ALTER SYSTEM SET ssl_key_file = 'server.key'`);
  await client.query(`ALTER SYSTEM SET ssl = on`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}

const pgArray = (text: string) =>
  `{${text
    .trim()
    .split('\n')
    .map((line) => `"${line}"`)
    .join(',')}}`;

/** As DATABASE_URL names it. */
async function connect(host: string, parameters: string): Promise<string> {
  const url = new URL(server.url);
  url.hostname = host;
  url.search = parameters;
  const options = { url: url.href, schema: 'public', applicationName: 'tls', poolSize: 1 };
  const dataSource = await createDataSource(options).initialize();
  try {
    const [row] = await dataSource.query<{ ssl: boolean }[]>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    return row?.ssl === true ? 'encrypted' : 'open';
  } finally {
    await dataSource.destroy();
  }
}

it('is encrypted, and sure of the server, with sslmode=verify-full and the authority in sslrootcert', async () => {
  expect(await connect('localhost', `sslmode=verify-full&sslrootcert=${folder}/ca.pem`)).toBe('encrypted');
});

it.each([
  ['an authority that did not sign the server', 'localhost', 'other.pem', /self.signed|unable to (?:get|verify)/i],
  ['a server of another name', '127.0.0.1', 'ca.pem', /altnames|does not match/i],
])('refuses %s', async (_, host, file, why) => {
  await expect(connect(host, `sslmode=verify-full&sslrootcert=${folder}/${file}`)).rejects.toThrow(why);
});
