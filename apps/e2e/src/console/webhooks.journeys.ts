import { until, type HttpsReceiver } from '@ci/testing';
import type { Page } from 'playwright-core';
import type { ConsoleFrame } from './console-frame.ts';
import { pricingCall } from './pricing-call.ts';

/** Endpoints, and what is sent to them. */
export function webhooks(frame: ConsoleFrame): void {
  describe('the console: webhooks', () => {
    it('are registered, tried with a test event, show what was delivered, and send it again', async () => {
      const { visit } = frame;
      const { page } = visit;
      const receiver = await frame.running.receiver();
      await frame.running.client('hooks');
      await frame.settleIn('hooks');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' }).click();
      await page.getByRole('heading', { name: 'No webhooks' }).waitFor();
      await visit.lookAt('webhooks-empty');
      await page.getByRole('link', { name: 'Register an endpoint' }).first().click();
      await page.getByLabel('URL').fill(`${receiver.url}/calls`);
      await page.getByRole('checkbox', { name: 'call.ended' }).check();
      await visit.lookAt('webhook-register');
      await page.getByRole('button', { name: 'Register', exact: true }).click();
      await page.getByRole('heading', { name: 'The endpoint is registered' }).waitFor();
      await visit.lookAt('webhook-registered');

      await page.getByRole('link', { name: 'Go to the endpoint' }).click();
      await page.getByRole('button', { name: 'Send a test event' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
      const row = page.getByRole('row').nth(1);
      await row.getByText('Delivered').waitFor();
      expect(idsAt(receiver)).toHaveLength(1);
      await visit.lookAt('webhook');
      await row.getByRole('link').click();
      const delivery = page.getByRole('dialog');
      await delivery.getByText('Answered 2').waitFor();
      await delivery.getByRole('group', { name: 'Body' }).getByText('"webhook.test"').waitFor();
      await visit.lookAt('webhook-delivery');
      await delivery.getByRole('button', { name: 'Send again' }).click();
      await delivery.getByText('Attempt 2').waitFor();
      expect(new Set(idsAt(receiver)).size).toBe(1);
      expect(idsAt(receiver)).toHaveLength(2);
    });

    it('are disabled and enabled again, and what they have missed is sent to them', async () => {
      const { visit } = frame;
      const { page } = visit;
      const receiver = await frame.running.receiver();
      const client = await frame.running.client('missing');
      const { id } = await client.post<{ id: string }>('/webhooks', { url: receiver.url, events: ['call.ended'] });
      await frame.settleIn('missing');
      await page.goto(`/console/webhooks/${id}`);
      await page.getByRole('button', { name: 'Disable' }).click();
      await page.getByText('Disabled by an owner.').waitFor();
      await client.post('/calls', pricingCall);
      await until(async () => (await deliveryStates(id)).includes('dropped'), { describe: 'the event is dropped' });
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByRole('row').nth(1).getByText('Dropped').waitFor();
      await visit.lookAt('webhook-disabled');
      await page.getByRole('link', { name: 'Back to Webhooks' }).click();
      await page.getByRole('listitem').getByText('Disabled', { exact: true }).waitFor();
      await visit.lookAt('webhooks');
      await page.getByRole('link', { name: receiver.url }).click();

      await page.getByRole('button', { name: 'Enable' }).click();
      await page.getByRole('button', { name: 'Disable' }).waitFor();
      await page.getByRole('button', { name: 'Recover' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Count' }).click();
      await dialog.getByText('1 delivery would be sent again.').waitFor();
      await visit.lookAt('webhook-recover');
      expect(idsAt(receiver)).toEqual([]);
      await dialog.getByRole('button', { name: 'Send 1 again' }).click();
      await page.getByRole('region', { name: 'Recovery' }).getByText('Completed').waitFor();
      await page.getByRole('row').nth(1).getByText('Delivered').waitFor();
      expect(idsAt(receiver)).toHaveLength(1);

      async function deliveryStates(webhookId: string): Promise<string[]> {
        const { data } = await client.get<{ data: { status: string }[] }>(`/webhooks/${webhookId}/deliveries`);
        return data.map(({ status }) => status);
      }
    });

    it('get another secret by a second endpoint, which is deleted in the end', async () => {
      const { visit } = frame;
      const { page } = visit;
      const receiver = await frame.running.receiver();
      const client = await frame.running.client('secrets');
      const first = await client.post<{ id: string }>('/webhooks', { url: receiver.url, events: ['call.ended'] });
      await frame.settleIn('secrets');
      await page.goto(`/console/webhooks/${first.id}`);
      await page.getByRole('link', { name: 'Replace the secret' }).click();
      const remove = page.getByRole('button', { name: 'Delete the first endpoint' });
      await page.getByRole('button', { name: 'Register it again' }).click();
      await page
        .getByRole('group', { name: 'Signing secret' })
        .getByText(/^whsec_/)
        .waitFor();
      expect(await remove.isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Send a test event' }).click();
      await page.getByText('The last test event: delivered.').waitFor();
      await visit.lookAt('webhook-secret');
      await remove.click();
      await confirmHost(page, receiver);
      await page.getByText('The secret is replaced.').waitFor();
      const { data } = await client.get<{ data: { id: string }[] }>('/webhooks');
      expect(data).toHaveLength(1);
      expect(data[0]?.id).not.toBe(first.id);
      await page.waitForURL(`**/console/webhooks/${data[0]?.id ?? ''}`);

      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await confirmHost(page, receiver);
      await page.getByRole('heading', { name: 'No webhooks' }).waitFor();
      expect(await client.get('/webhooks')).toMatchObject({ data: [] });
    });
  });
}

function idsAt({ requests }: HttpsReceiver): string[] {
  return requests.map(({ id }) => id);
}

async function confirmHost(page: Page, { port }: HttpsReceiver): Promise<void> {
  const dialog = page.getByRole('dialog');
  const host = `127.0.0.1:${port}`;
  expect(await dialog.getByRole('button', { name: 'Delete', exact: true }).isDisabled()).toBe(true);
  await dialog.getByLabel(`Type ${host} to confirm`).fill(host);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
}
