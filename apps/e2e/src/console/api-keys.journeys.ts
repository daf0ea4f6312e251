import { until } from '@ci/testing';
import type { ConsoleFrame } from './console-frame.ts';
import { dana, signIn } from './people.ts';

/** Keys for other programs. Dana signs in. */
export function apiKeys(frame: ConsoleFrame): void {
  describe('the console: API keys', () => {
    it('are made, tried with the line that is shown, and deleted by name', async () => {
      const { visit } = frame;
      const { page } = visit;
      await page.goto('/console/settings/api-keys');
      await signIn(visit, dana);
      await page.getByRole('button', { name: 'Create key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('CRM sync');
      await visit.lookAt('api-keys-create');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      const line = await dialog.getByRole('group', { name: 'Try it' }).innerText();
      await visit.lookAt('api-keys-created');
      const answer = () => statusOf(line);
      await until(async () => (await answer()) === 200, { describe: 'the new key is accepted' });

      await dialog.getByRole('button', { name: 'I have copied it' }).click();
      await dialog.waitFor({ state: 'detached' });
      const row = page.getByRole('row', { name: /CRM sync/ });
      expect(await row.innerText()).toContain('Read-only');
      await visit.lookAt('api-keys');

      await row.getByRole('button', { name: 'Delete the key CRM sync' }).click();
      expect(await dialog.getByRole('button', { name: 'Delete key' }).isDisabled()).toBe(true);
      await dialog.getByLabel('Type CRM sync to confirm').fill('CRM sync');
      await visit.lookAt('api-keys-delete');
      await dialog.getByRole('button', { name: 'Delete key' }).click();
      await row.waitFor({ state: 'detached' });
      await until(async () => (await answer()) === 401, { describe: 'the deleted key is refused' });
    });
  });
}

/** Sends what the shown `curl` line would. */
async function statusOf(line: string): Promise<number> {
  const [, url, name, value] = /^curl "([^"]+)" \\\s+-H "([^:]+): ([^"]+)"$/.exec(line) ?? [];
  if (url === undefined || name === undefined || value === undefined) throw new Error(`No curl line: ${line}`);
  return (await fetch(url, { headers: { [name]: value } })).status;
}
