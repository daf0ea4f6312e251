import { until } from '@ci/testing';
import type { Locator } from 'playwright-core';
import type { ConsoleFrame } from './console-frame.ts';
import { analysedCall, recordCall } from './pricing-call.ts';

/** The middle of the month before this one. */
function lastMonth(now = new Date()): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)).toISOString();
}

/** What a sales manager comes for, within so many clicks from the list of calls. */
export function fiveTasks(frame: ConsoleFrame): void {
  describe('the console: five tasks of a sales manager', () => {
    let clicks = 0;
    const click = async (target: Locator): Promise<void> => {
      clicks += 1;
      await target.click();
    };

    it('take at most four clicks each', async () => {
      const { visit } = frame;
      const { page } = visit;
      const client = await frame.running.client('tasks');
      await analysedCall(client);
      const lost = await recordCall(client, { title: 'Northgate: lost', outcome: 'lost', started_at: lastMonth() });
      await recordCall(client, { title: 'Medano: weak', started_at: new Date().toISOString() });
      for (const { id } of (await client.get<{ data: { id: string }[] }>('/calls')).data)
        await until(() => client.get(`/calls/${id}/summary`, { prefer: 'wait=10' }), {
          timeoutMs: 90_000,
          describe: 'every call is analyzed',
        });
      await frame.settleIn('tasks');
      const navigation = page.getByRole('navigation', { name: 'Main' });
      const begin = async (): Promise<void> => {
        await page.goto('/console/calls');
        await page.getByRole('link', { name: 'Medano: weak' }).waitFor();
        clicks = 0;
      };

      // The lost deals of last month, and why.
      await begin();
      await click(page.getByRole('link', { name: 'Lost last month' }));
      await click(page.getByRole('link', { name: 'Northgate: lost' }));
      await page.getByRole('heading', { name: 'Objections' }).waitFor();
      await page.getByText('higher than', { exact: false }).first().waitFor();
      expect(page.url()).toContain(lost);
      expect(clicks).toBe(2);

      // Who promised what to Acme.
      await begin();
      await click(navigation.getByRole('link', { name: 'Action items' }));
      await page.getByText('Send the prospect the contract').first().waitFor();
      await page.getByRole('link', { name: 'Call with Marcus Webb, Acme Logistics' }).first().waitFor();
      expect(clicks).toBe(1);

      // An outcome is corrected.
      await begin();
      await click(page.getByRole('link', { name: 'Medano: weak' }));
      const outcome = page.getByRole('group', { name: 'Outcome' });
      await click(outcome.getByRole('button', { name: 'Follow-up' }));
      await outcome.getByRole('button', { name: 'Follow-up', pressed: true }).waitFor();
      expect(clicks).toBe(2);

      // A rep is coached.
      await begin();
      await click(page.getByRole('link', { name: 'Lowest scores this month' }));
      await click(page.getByRole('table').getByRole('link', { name: 'Medano: weak' }));
      await click(page.getByRole('tab', { name: 'Coaching' }));
      await page.getByRole('heading', { name: 'What to try next' }).waitFor();
      expect(clicks).toBe(3);

      // A colleague is invited.
      await begin();
      await click(navigation.getByRole('link', { name: 'Settings' }));
      await click(page.getByRole('link', { name: 'Members' }));
      await click(page.getByRole('button', { name: 'Invite' }));
      await click(page.getByRole('dialog').getByRole('button', { name: 'Create the link' }));
      await page.getByRole('group', { name: 'Invitation link' }).waitFor();
      expect(clicks).toBe(4);
    });
  });
}
