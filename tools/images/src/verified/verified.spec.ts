import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Snapshot } from '../sources/snapshot.ts';
import { readVerified, recordVerified, verifiableCode } from './verified.ts';

const manifest = (version: string, dependencies: object = {}) => JSON.stringify({ version, dependencies });
const lock = (version: string, pg = '1.0.0') =>
  JSON.stringify({
    packages: {
      'apps/contacts': { version, dependencies: { '@ci/contracts': '*', pg: '1' } },
      'apps/webhooks': { version: '0.0.0' },
      'libs/contracts': {},
      'node_modules/@ci/contracts': { link: true, resolved: 'libs/contracts' },
      'node_modules/pg': { version: pg },
    },
  });
const sources = {
  'package-lock.json': lock('0.0.0'),
  'apps/contacts/package.json': manifest('0.0.0'),
  'apps/contacts/src/main.ts': 'start()',
  'apps/contacts/src/main.spec.ts': 'test()',
  'apps/webhooks/src/main.ts': 'start()',
  'libs/contracts/src/index.ts': 'export {}',
  'libs/contracts/golden-events/call.ended.v1.json': '{}',
  'libs/contracts/gateway-expectations/contacts.json': '{}',
  'libs/contracts/gateway-expectations/webhooks.json': '{}',
  'libs/contracts/released/call.ended-1.0.0.json': '{}',
};

/** The contents stand for their hashes. */
const snapshotOf = (files: Readonly<Record<string, string>>): Snapshot => ({
  files: () => Promise.resolve(new Map(Object.entries(files))),
  read: (file) => Promise.resolve(files[file]),
});
const codeOf = (changed: Readonly<Record<string, string>>) =>
  verifiableCode(snapshotOf({ ...sources, ...changed }), 'contacts');

describe('the code that is verified', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['its source', { 'apps/contacts/src/main.ts': 'start(2)' }],
    ['a new file', { 'apps/contacts/src/new.ts': '' }],
    ['a library', { 'libs/contracts/src/index.ts': 'export const a = 1' }],
    ['a package', { 'package-lock.json': lock('0.0.0', '1.0.1') }],
    ['what it depends on', { 'apps/contacts/package.json': manifest('0.0.0', { pg: '2' }) }],
    ['an example of an event', { 'libs/contracts/golden-events/call.ended.v1.json': '{"a":1}' }],
    ['what the gateway expects of it', { 'libs/contracts/gateway-expectations/contacts.json': '[]' }],
    ['how its image is made', { 'docker/service.Dockerfile': 'FROM node' }],
  ])('is another with %s', async (_what, changed) => {
    expect(await codeOf(changed)).not.toBe(await codeOf({}));
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['a test', { 'apps/contacts/src/main.spec.ts': 'test(2)' }],
    ['another service', { 'apps/webhooks/src/main.ts': 'start(2)' }],
    ['what the gateway expects of another', { 'libs/contracts/gateway-expectations/webhooks.json': '[]' }],
    ['its version', { 'apps/contacts/package.json': manifest('1.0.0'), 'package-lock.json': lock('1.0.0') }],
    ['what a release keeps', { 'libs/contracts/released/call.ended-1.1.0.json': '{}' }],
  ])('is the same with %s changed', async (_what, changed) => {
    expect(await codeOf(changed)).toBe(await codeOf({}));
  });
});

describe('what is kept of it', () => {
  let workspace: string;
  beforeEach(() => (workspace = mkdtempSync(path.join(tmpdir(), 'verified-'))));
  afterEach(() => rmSync(workspace, { recursive: true }));

  it('is nothing before anything has passed', () => {
    expect(readVerified(workspace, 'contacts')).toEqual({});
  });

  it('is the last code of each command', () => {
    recordVerified(workspace, 'contacts', 'contract', { code: 'a' });
    recordVerified(workspace, 'contacts', 'mixed-versions', { code: 'a', against: { contacts: '1.0.0' } });
    recordVerified(workspace, 'contacts', 'contract', { code: 'b' });
    expect(readVerified(workspace, 'contacts')).toEqual({
      contract: { code: 'b', against: {}, at: expect.stringMatching(/^\d{4}-.*Z$/) },
      'mixed-versions': { code: 'a', against: { contacts: '1.0.0' }, at: expect.any(String) },
    });
    expect(readVerified(workspace, 'webhooks')).toEqual({});
  });
});
