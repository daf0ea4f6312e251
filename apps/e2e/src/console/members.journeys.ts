import type { Locator } from 'playwright-core';
import type { ConsoleFrame } from './console-frame.ts';
import { join } from './people.ts';
import { analysedCall, pricingCall, recordCall } from './pricing-call.ts';

/** Who else may come in. */
export function members(frame: ConsoleFrame): void {
  describe('the console: members', () => {
    it('are invited by a link, and look without changing anything', async () => {
      const { visit } = frame;
      const { page } = visit;
      await frame.running.client('people');
      await frame.settleIn('people');
      await page.goto('/console/settings/members');
      await page.getByRole('button', { name: 'Invite' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Create the link' }).click();
      const link = await dialog.getByRole('group', { name: 'Invitation link' }).innerText();
      await visit.lookAt('members-invited');

      const other = await frame.browser.openConsole();
      await join(other, link, { name: 'Li Chen', email: 'li@people.example', password: 'a few words in a row' });
      await other.close();

      await dialog.getByRole('button', { name: 'I have copied it' }).click();
      await page.reload();
      await page.getByText('No invitation is open.').waitFor();
      await page.getByRole('row', { name: /Li Chen/ }).waitFor();
      await visit.lookAt('members');
      await page.getByRole('link', { name: 'Workspace' }).click();
      const domains = page.getByRole('combobox', { name: 'Own domains' });
      await domains.fill('people.example');
      await domains.press('Enter');
      const zone = page.getByRole('combobox', { name: 'Time zone' });
      await zone.fill('Tokyo');
      await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
      await visit.lookAt('workspace');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await page.reload();
      await page.getByText('people.example', { exact: true }).waitFor();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Action items' }).click();
      await page.getByText('Due dates follow the day in Asia/Tokyo.').waitFor();
    });

    it('see the calls and what was found in them, and are offered nothing that is refused to them', async () => {
      const { visit } = frame;
      const { page } = visit;
      const client = await frame.running.client('readers');
      await analysedCall(client);
      await frame.settleIn('readers', 'reader');
      const navigation = page.getByRole('navigation', { name: 'Main' });
      const main = page.getByRole('main');
      await navigation.getByRole('link', { name: 'Settings' }).waitFor();
      expect(await navigation.getByRole('link').allInnerTexts()).toEqual([
        'Calls',
        'Contacts',
        'Action items',
        'Settings',
      ]);

      await main.getByRole('link', { name: pricingCall.title }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      const item = page.getByRole('checkbox', { name: 'Send the prospect the contract' });
      expect(await item.isDisabled()).toBe(true);
      await offersNothing(main);
      await visit.lookAt('member-call');
      await page.getByRole('link', { name: 'with Marcus Webb' }).click();
      await page.getByRole('heading', { name: 'History' }).waitFor();
      await offersNothing(main);
      await navigation.getByRole('link', { name: 'Action items' }).click();
      await page.getByRole('heading', { name: 'Action items', level: 1 }).waitFor();
      await page.getByText('Send the prospect the contract').waitFor();
      expect(await page.getByRole('checkbox').count()).toBe(0);
      await offersNothing(main);

      await navigation.getByRole('link', { name: 'Settings' }).click();
      await main.getByRole('link', { name: 'Members' }).click();
      expect(await main.getByRole('link', { name: 'API', exact: true }).count()).toBe(0);
      await page.getByRole('row', { name: /Li Chen/ }).waitFor();
      await offersNothing(main);
      await main.getByRole('link', { name: 'Workspace' }).click();
      await page.getByText('Only owners can change this.').waitFor();
      await offersNothing(main);
      await visit.lookAt('member-workspace');
    });

    it('are told kindly what is for owners, where an address leads them there', async () => {
      const { visit } = frame;
      const { page } = visit;
      const client = await frame.running.client('visitors');
      const { url } = await frame.running.receiver();
      const { id } = await client.post<{ id: string }>('/webhooks', { url, events: ['call.ended'] });
      await frame.settleIn('visitors', 'reader');
      await page.goto('/console/upload');
      await page.getByRole('heading', { name: 'Your role cannot upload' }).waitFor();
      await offersNothing(page.getByRole('main'));
      await page.goto('/console/settings/api-keys');
      await page.getByRole('heading', { name: 'Only owners can see API keys' }).waitFor();
      await offersNothing(page.getByRole('main'));
      for (const path of ['', '/register', `/${id}`, `/${id}/replace-secret`]) {
        await page.goto(`/console/webhooks${path}`);
        await page.getByRole('heading', { name: 'Only owners can see webhooks' }).waitFor();
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
        await offersNothing(page.getByRole('main'));
      }
      await visit.lookAt('member-webhooks');
    });

    it('as reps see their own calls, correct them, and find no others', async () => {
      const { visit } = frame;
      const { page } = visit;
      const client = await frame.running.client('sellers');
      const own = await analysedCall(client);
      const title = 'Globex: renewal';
      const other = await recordCall(client, { rep_id: 'user_li', title });
      await frame.settleIn('sellers');
      await page.getByRole('link', { name: title }).waitFor();
      await page.goto('/console/settings/members');
      await page.getByRole('button', { name: 'Invite' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'Rep' }).check();
      await dialog.getByText('Without a rep ID a rep sees no calls.').waitFor();
      await dialog.getByRole('combobox', { name: 'Rep IDs' }).click();
      await dialog.getByRole('option', { name: 'user_dana' }).click();
      await visit.lookAt('members-invite-rep');
      await dialog.getByRole('button', { name: 'Create the link' }).click();
      const link = await dialog.getByRole('group', { name: 'Invitation link' }).innerText();

      const others = await frame.browser.openConsole();
      await join(others, link, { name: 'Li Chen', email: 'rep@sellers.example', password: 'a few words in a row' });
      const rep = others.page;
      await rep.getByRole('link', { name: pricingCall.title }).waitFor();
      expect(await rep.getByRole('link', { name: title }).count()).toBe(0);
      await others.expectingRefusal(404, `/console/api/v1/calls/${other}`, async () => {
        await rep.goto(`/console/calls/${other}`);
        await rep.getByText('It does not exist, or it has been deleted.').waitFor();
      });
      await rep.goto(`/console/calls/${own}`);
      await rep.getByRole('checkbox', { name: 'Send the prospect the contract' }).check();
      await rep.getByRole('button', { name: 'Won' }).click();
      await rep.getByRole('button', { name: 'More actions' }).click();
      await rep.getByRole('menuitem', { name: 'Edit' }).waitFor();
      expect(await rep.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
      await rep.goto('/console/upload');
      await rep.getByText('Drop a transcript file here').waitFor();
      await others.close();

      await dialog.getByRole('button', { name: 'I have copied it' }).click();
      await page.reload();
      await page.getByRole('button', { name: 'Change the role of Li Chen' }).click();
      await dialog.getByRole('radio', { name: 'Manager' }).check();
      await visit.lookAt('members-change-role');
      await dialog.getByRole('button', { name: 'Save role' }).click();
      await page.getByRole('row', { name: /Li Chen.*Manager/ }).waitFor();
    });
  });
}

const changes =
  /^(Save|Delete|Remove|Invite|Withdraw|Create|Register|Upload|Choose a file|Edit|Analyze|More actions|Swap|Record|Won|Lost|Change|Send|Recover|Disable|Enable)/;

/** No button or link that is for owners. */
async function offersNothing(main: Locator): Promise<void> {
  for (const role of ['button', 'link'] as const) expect(await main.getByRole(role, { name: changes }).count()).toBe(0);
}
