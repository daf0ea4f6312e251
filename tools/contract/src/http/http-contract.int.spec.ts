import { workspace } from '@ci/testing/containers';
import { git } from '@ci/tools-images/git';
import { httpContractAt } from './http-contract.ts';

test('what a gateway of some commit expects is read from that commit', async () => {
  const commit = (
    await git(workspace, ['log', '-1', '--format=%H', '--', 'libs/contracts/gateway-expectations'])
  ).trim();
  const { consumer, provider, expectations } = await httpContractAt(commit, 'contacts');
  expect([consumer, provider]).toEqual(['gateway', 'contacts']);
  expect(expectations.map(({ name }) => name)).toContain('listContacts');
});

test('a commit that the clone does not hold is told', async () => {
  await expect(httpContractAt('a'.repeat(40), 'contacts')).rejects.toThrow('git fetch --unshallow');
});
