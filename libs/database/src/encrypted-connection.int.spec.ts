import { startEncryptedPostgres, type EncryptedPostgres } from '@ci/testing/encrypted-postgres';
import { createDataSource } from './data-source.ts';

let postgres: EncryptedPostgres;
beforeAll(async () => {
  postgres = await startEncryptedPostgres();
}, 120_000);
afterAll(() => postgres.stop());

/** As DATABASE_URL names it. */
async function connect(host: string, parameters: string): Promise<string> {
  const url = new URL(postgres.server.url);
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
  expect(await connect('localhost', `sslmode=verify-full&sslrootcert=${postgres.folder}/ca.pem`)).toBe('encrypted');
});

it.each([
  ['an authority that did not sign the server', 'localhost', 'other.pem', /self.signed|unable to (?:get|verify)/i],
  ['a server of another name', '127.0.0.1', 'ca.pem', /altnames|does not match/i],
])('refuses %s', async (_, host, file, why) => {
  await expect(connect(host, `sslmode=verify-full&sslrootcert=${postgres.folder}/${file}`)).rejects.toThrow(why);
});
