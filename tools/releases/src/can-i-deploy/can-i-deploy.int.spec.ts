import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyWorkspace, type WorkspaceCopy } from '@ci/testing';
import { services, type Service } from '@ci/tools-images/services';
import { git } from '@ci/tools-images/git';
import { workingTree } from '@ci/tools-images/snapshot';
import { recordVerified, verifiableCode, type VerifiedBy } from '@ci/tools-images/verified';
import { builtMigrations } from '../migrations/built-migrations.ts';
import { keepMigrations } from '../migrations/released-migrations.ts';
import { writeRecord } from '../records/release-records.ts';
import type { Answer } from './answer.ts';

/** Two compilations of contacts and of its libraries. */
const LIMIT_MS = 300_000;

let copy: WorkspaceCopy;
let released: string;
beforeAll(async () => {
  copy = await copyWorkspace();
  released = await releaseAll();
}, LIMIT_MS);
afterAll(() => copy.remove());
afterEach(async () => {
  await git(copy.folder, ['reset', '--quiet', '--hard']);
  await git(copy.folder, ['clean', '--quiet', '--force', '-d']);
});

/** Every service, as it is in the copy, is its release 3.0.0. */
async function releaseAll(): Promise<string> {
  await copy.run('nx', ['run', 'contacts:build', '--outputStyle=static']);
  for (const service of services) change(`apps/${service}/package.json`, /"version": ".*"/, '"version": "3.0.0"');
  await keepMigrations(copy.folder, 'contacts', await builtMigrations(copy.folder, 'contacts'));
  await copy.commit('release: 3.0.0');
  const commit = (await git(copy.folder, ['rev-parse', 'HEAD'])).trim();
  for (const service of services)
    writeRecord(copy.folder, { service, releases: [{ version: '3.0.0', commit, date: '2026-11-22T13:00:00Z' }] });
  await copy.commit('release: record 3.0.0');
  return commit;
}

function change(file: string, from: string | RegExp, to: string): void {
  const place = path.join(copy.folder, file);
  const text = readFileSync(place, 'utf8');
  if (text.replace(from, to) === text) throw new Error(`${file} has no ${String(from)}`);
  writeFileSync(place, text.replace(from, to));
}

/** As if the tests that start its image had passed. */
async function verified(service: Service, ...commands: readonly VerifiedBy[]): Promise<void> {
  const code = await verifiableCode(workingTree(copy.folder), service);
  const beside = Object.fromEntries(services.map((each) => [each, released]));
  for (const command of commands) {
    const against = command === 'contract' ? {} : beside;
    recordVerified(copy.folder, service, command, { code, against });
  }
}

/** What `nx run contacts:can-i-deploy` answers: its exit code says the same. */
async function ask(): Promise<Answer> {
  const args = ['run', 'contacts:can-i-deploy', '--json', '--outputStyle=static'];
  const { code, output } = await copy.run('nx', args).then(
    (printed) => ({ code: 0, output: printed }),
    (error: unknown) => ({ code: 1, output: (error as Error).message }),
  );
  const answer = JSON.parse(/^\{\n[^]*^\}$/m.exec(output)?.[0] ?? output) as Answer;
  expect(code).toBe(answer.deploy === 'yes' ? 0 : 1);
  return answer;
}

const refusals = ({ findings }: Answer) =>
  findings.filter(({ answer }) => answer === 'no').map(({ what, against, why }) => ({ what, against, why }));

it(
  'what was released may be deployed once it is verified',
  async () => {
    expect(refusals(await ask())).toEqual([{ what: 'contract tests', against: 'this code', why: 'not verified' }]);
    await verified('contacts', 'contract');
    const answer = await ask();
    expect(refusals(answer)).toEqual([]);
    expect(answer).toMatchObject({ service: 'contacts', deploy: 'yes' });
    const beside = answer.findings.map(({ against }) => against).filter((against) => against.endsWith(' 3.0.0'));
    expect(new Set(beside)).toEqual(new Set(services.map((service) => `${service} 3.0.0`)));
  },
  LIMIT_MS,
);

it(
  'an event that a release does not send so, an exchange that is gone and a column that is taken away are told, and nothing else',
  async () => {
    change(
      'libs/contracts/src/resources/contact.ts',
      'call_count: Type.Integer({',
      'call_count: Type.Integer({ maximum: 100,',
    );
    change('libs/contracts/gateway-expectations/contacts.json', '"name": "getContact"', '"name": "fetchContact"');
    plantMigration('ALTER TABLE contacts DROP COLUMN company');
    await verified('contacts', 'contract', 'mixed-versions');
    const told = refusals(await ask());
    // Of an event once for each version that was released.
    expect(told.filter(({ what }, index) => told.findIndex((one) => one.what === what) === index)).toEqual([
      {
        what: 'sends contact.created, contacts.dlq',
        against: expect.stringMatching(/^all releases/),
        why: expect.stringMatching(/^contact.created: data.contact.call_count may pass maximum 100 where .* sends it/),
      },
      { what: 'answers the gateway', against: 'gateway 3.0.0', why: 'getContact: was not verified' },
      {
        what: 'the schema that it brings',
        against: 'contacts 3.0.0',
        why: 'ALTER TABLE contacts DROP COLUMN company: takes contacts.company away',
      },
    ]);
  },
  LIMIT_MS,
);

it(
  'other code than what was verified is told, beside the release before',
  async () => {
    await verified('contacts', 'contract', 'mixed-versions');
    change('apps/contacts/src/main.ts', 'import', '// Another start.\nimport');
    expect(refusals(await ask())).toEqual([
      { what: 'contract tests', against: 'this code', why: expect.stringMatching(/^not verified: .* other code/) },
      { what: 'mixed versions', against: 'contacts 3.0.0', why: expect.stringMatching(/^not verified: .* other code/) },
    ]);
  },
  LIMIT_MS,
);

function plantMigration(statement: string): void {
  const name = '1999999999999-planted.migration.ts';
  const source = `import type { MigrationInterface, QueryRunner } from 'typeorm';
export class Planted1999999999999 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('${statement}');
  }
  async down(): Promise<void> {}
}
`;
  writeFileSync(path.join(copy.folder, 'apps/contacts/src/database/migrations', name), source);
}
