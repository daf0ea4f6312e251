import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { recordVerified, verifiableCode } from '@ci/tools-images/verified';
import type { Candidate } from '../candidate.ts';
import { candidate, release, snapshotOf } from '../../../test/candidates.ts';
import { verifications } from './verification-rules.ts';

const filesWith = (source: string) =>
  snapshotOf({
    'package-lock.json': { packages: { 'apps/contacts': {} } },
    'apps/contacts/package.json': {},
    'apps/contacts/src/main.ts': source,
  });
const files = filesWith('start()');
const [previous, gateway] = [release('contacts', {}), release('gateway', {}, '1.1.0')];
const commit = previous.commit;

let workspace: string;
beforeEach(() => (workspace = mkdtempSync(path.join(tmpdir(), 'verifications-'))));
afterEach(() => rmSync(workspace, { recursive: true }));

async function answers(differing: Partial<Candidate> = {}) {
  const asked = candidate('contacts', { workspace, files, beside: [previous, gateway], ...differing });
  return (await verifications(asked)).map(
    ({ answer, against, why }) => `${answer}: ${against}: ${why.split(', 2')[0]}`,
  );
}

it('what nobody has verified is told, with what would', async () => {
  expect(await answers()).toEqual([
    'no: this code: not verified',
    'no: contacts 1.0.0: not verified',
    'no: gateway 1.1.0: not verified',
  ]);
  const findings = await verifications(candidate('contacts', { workspace, files, beside: [previous] }));
  expect(findings.map(({ remedy }) => remedy)).toEqual([
    'npm run contract -- contacts',
    'npm run mixed-versions -- contacts',
  ]);
});

it('what has passed for this code is enough, beside each release', async () => {
  const code = await verifiableCode(files, 'contacts');
  recordVerified(workspace, 'contacts', 'contract', { code });
  recordVerified(workspace, 'contacts', 'mixed-versions', { code, against: { contacts: commit, gateway: commit } });
  expect(await answers()).toEqual([
    'yes: this code: passed for this code',
    'yes: contacts 1.0.0: passed for this code',
    'yes: gateway 1.1.0: passed for this code',
  ]);
  expect(await answers({ files: filesWith('start(2)'), beside: [previous] })).toEqual([
    'no: this code: not verified: passed for other code',
    'no: contacts 1.0.0: not verified: passed for other code',
  ]);
});

it('it has to have run beside that very release', async () => {
  const code = await verifiableCode(files, 'contacts');
  const against = { contacts: 'b'.repeat(40), gateway: commit };
  recordVerified(workspace, 'contacts', 'mixed-versions', { code, against });
  expect((await answers()).slice(1)).toEqual([
    'no: contacts 1.0.0: not verified: passed beside another release',
    'yes: gateway 1.1.0: passed for this code',
  ]);
});

it('where all that runs is what lies here, there is nothing to run beside', async () => {
  expect(await answers({ beside: [] })).toHaveLength(1);
});
