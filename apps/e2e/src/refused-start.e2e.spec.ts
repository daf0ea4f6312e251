import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecrets, serviceNames, type ServiceName } from '@ci/testing/system';
import { runProgram } from './run-program.ts';

const secrets = createSecrets();
const complete: Readonly<Record<string, string>> = {
  PORT: '0',
  DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none',
  WORKER_DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none',
  KAFKA_BROKERS: '127.0.0.1:1',
  CURSOR_KEYS: secrets.cursorKeys.ingestion,
  ENCRYPTION_KEYS: secrets.encryptionKeys.ingestion,
  CONTACT_IDENTITY_KEYS: secrets.contactIdentityKeys,
  INTERNAL_TOKEN_KEYS: secrets.internalTokenKeys.ingestion,
  ...Object.fromEntries(
    Object.entries(secrets.internalTokenKeys).flatMap(([name, key]) => [
      [`INTERNAL_TOKEN_KEYS_${name.toUpperCase()}`, key],
      [`${name.toUpperCase()}_URL`, 'http://127.0.0.1:1'],
    ]),
  ),
};
const secretsOf: Readonly<Record<ServiceName, readonly string[]>> = {
  gateway: Object.keys(secrets.internalTokenKeys).map((name) => `INTERNAL_TOKEN_KEYS_${name.toUpperCase()}`),
  ingestion: ['INTERNAL_TOKEN_KEYS', 'CURSOR_KEYS', 'ENCRYPTION_KEYS'],
  summarization: ['INTERNAL_TOKEN_KEYS', 'CURSOR_KEYS'],
  contacts: ['INTERNAL_TOKEN_KEYS', 'CURSOR_KEYS', 'CONTACT_IDENTITY_KEYS'],
  webhooks: ['INTERNAL_TOKEN_KEYS', 'CURSOR_KEYS', 'ENCRYPTION_KEYS'],
};

describe.each(serviceNames)('%s', (service) => {
  it('refuses to start unconfigured: one line names all that is missing', async () => {
    const { code, out, err } = await runProgram(service, 'main', {});
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^Bad configuration: [^\n]*DATABASE_URL \(missing\)[^\n]*\n$/);
    for (const name of secretsOf[service]) expect(err).toContain(`${name} (missing)`);
  });

  it('takes no weak secret', async () => {
    const weak = secretsOf[service].map((name) => [name, `k1:${Buffer.from('too short').toString('base64')}`]);
    const { code, err } = await runProgram(service, 'main', { ...complete, ...Object.fromEntries(weak) });
    const named = secretsOf[service].map((name) => `${name} (invalid)`);
    expect([code, err]).toEqual([1, `Bad configuration: ${named.join(', ')}\n`]);
  });
});

// The others' migrations read what that of contacts reads.
it.each(['gateway', 'contacts'] as const)('the migration of %s says in one line what it misses', async (service) => {
  const { code, err } = await runProgram(service, 'migrate', {});
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^Bad configuration: [^\n]*DATABASE_URL \(missing\)[^\n]*\n$/),
  ]);
});

it('the API is not described when two services mean different things by one name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fragments-'));
  try {
    const fragments = ['string', 'integer'].map((type) => ({ components: { schemas: { Same: { type } } } }));
    const files = fragments.map((_fragment, index) => join(folder, `${index}.json`));
    for (const [index, fragment] of fragments.entries()) await writeFile(files[index] ?? '', JSON.stringify(fragment));
    const { code, err } = await runProgram('gateway', 'describe', {}, files);
    expect([code, err]).toEqual([1, expect.stringMatching(/^Services disagree on these schemas: Same\. [^\n]+\n$/)]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
