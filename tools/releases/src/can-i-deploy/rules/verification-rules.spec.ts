import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { recordVerified, verifiableCode } from '@ci/tools-images/verified';
import { candidate, release, snapshotOf } from '../../../test/candidates.ts';
import { verifications } from './verification-rules.ts';

const filesWith = (source: string) =>
  snapshotOf({
    'package-lock.json': { packages: { 'apps/contacts': {} } },
    'apps/contacts/package.json': {},
    'apps/contacts/src/main.ts': source,
  });
const files = filesWith('start()');
const previous = release('contacts', {});
const commit = previous.commit;

let workspace: string;
beforeEach(() => (workspace = mkdtempSync(path.join(tmpdir(), 'verifications-'))));
afterEach(() => rmSync(workspace, { recursive: true }));

async function answers(differing: Partial<Parameters<typeof candidate>[1]> = {}) {
  const findings = await verifications(candidate('contacts', { workspace, files, previous, ...differing }));
  return findings.map(({ answer, what, why, remedy }) => [answer, what, why.split(', ')[0], remedy]);
}

it('what nobody has verified is told, with what would', async () => {
  expect(await answers()).toEqual([
    ['no', 'contract tests', 'not verified', 'npm run contract -- contacts'],
    ['no', 'mixed versions', 'not verified', 'npm run mixed-versions -- contacts'],
  ]);
});

it('what has passed for this code is enough, beside the release before', async () => {
  const code = await verifiableCode(files, 'contacts');
  recordVerified(workspace, 'contacts', 'contract', { code });
  recordVerified(workspace, 'contacts', 'mixed-versions', { code, against: { contacts: commit } });
  expect(await answers()).toEqual([
    ['yes', 'contract tests', 'passed for this code', undefined],
    ['yes', 'mixed versions', 'passed for this code', undefined],
  ]);
  expect((await answers({ files: filesWith('start(2)') })).map(([answer, , why]) => [answer, why])).toEqual([
    ['no', 'not verified: it has passed for other code'],
    ['no', 'not verified: it has passed for other code'],
  ]);
});

it('it has to have run beside that very release', async () => {
  const code = await verifiableCode(files, 'contacts');
  recordVerified(workspace, 'contacts', 'mixed-versions', { code, against: { contacts: 'b'.repeat(40) } });
  expect((await answers())[1]?.slice(0, 3)).toEqual([
    'no',
    'mixed versions',
    'not verified: it has passed beside another release',
  ]);
});

it('without a release before there is nothing to run beside', async () => {
  expect(await answers({ previous: undefined })).toHaveLength(1);
});
