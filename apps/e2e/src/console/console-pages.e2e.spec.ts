import { until } from '@ci/testing';
import { jest } from '@jest/globals';
import { startRunningSystem, type RunningSystem } from '../running-system.ts';
import { ConsoleBrowser } from './browser.ts';
import type { ConsolePage } from './console-page.ts';
import { join, setUpLink, type Person } from './people.ts';

// Each page that is looked at is drawn and checked four times: seconds of a whole processor, beside all the services.
jest.setTimeout(180_000);

let running: RunningSystem;
let browser: ConsoleBrowser;
let visit: ConsolePage;

beforeAll(async () => {
  running = await startRunningSystem();
  browser = await ConsoleBrowser.start(new URL(running.system.baseUrl).origin);
}, 180_000);

afterAll(async () => {
  await browser.close();
  await running.stop();
}, 180_000);

beforeEach(async () => {
  visit = await browser.openConsole();
});

afterEach(() => visit.close());

const owner = (workspace: string): Person => ({
  name: 'Dana Reyes',
  email: `dana@${workspace}.example`,
  password: 'correct horse battery staple',
});

/** The first person of a workspace, who ends at its calls. */
async function settleIn(workspace: string, person: Person): Promise<void> {
  await join(visit, await setUpLink(running.system, workspace), person);
}

describe('the console: a call', () => {
  it('shows its summary when it is ready, what it rests on, and what is to be done', async () => {
    const client = await running.client('calls');
    const { page } = visit;
    await settleIn('calls', owner('calls'));
    await page.getByRole('heading', { name: 'No calls yet' }).waitFor();
    await visit.lookAt('calls-empty');

    const { body } = await client.request<{ id: string }>('POST', '/calls', { body: pricingCall });
    await page.goto(`/console/calls/${body.id}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await visit.lookAt('call');

    const transcript = page.getByRole('region', { name: 'Transcript' });
    const summary = page.getByRole('tabpanel', { name: 'Summary' });
    expect(await transcript.locator('mark').count()).toBe(0);
    await summary.getByRole('button', { name: 'Show 0:30 in the transcript' }).first().click();
    await transcript.locator('mark', { hasText: 'I will send you the contract' }).waitFor();
    await page.waitForURL(({ searchParams }) => searchParams.get('at') === '30600');

    await summary.getByRole('checkbox').first().click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await until(
      async () => {
        const { data } = await client.get<{ data: { completed: boolean }[] }>(`/calls/${body.id}/action-items`);
        return data[0]?.completed;
      },
      { describe: 'the API knows that it is completed' },
    );

    await page.getByRole('tab', { name: 'Coaching' }).click();
    await page.getByText('Answers objections').waitFor();
    await visit.lookAt('call-coaching');

    await page.goto('/console/calls');
    await page.getByRole('link', { name: 'Acme Logistics: pricing' }).waitFor();
    await visit.lookAt('calls');
    await page.goto('/console/calls?rep_id=somebody');
    await page.getByRole('heading', { name: 'No call matches' }).waitFor();
  });
});

describe('the console: two workspaces', () => {
  it('never see each other', async () => {
    const { page } = visit;
    const client = await running.client('one');
    await running.client('other');
    const { body } = await client.request<{ id: string }>('POST', '/calls', { body: pricingCall });
    await settleIn('other', owner('other'));
    await page.getByRole('heading', { name: 'No calls yet' }).waitFor();
    await visit.expectingRefusal(404, `/console/api/v1/calls/${body.id}`, async () => {
      await page.goto(`/console/calls/${body.id}`);
      await page.getByText('It does not exist, or it has been deleted.').waitFor();
    });
    await visit.lookAt('call-not-found');
    await page.goto('/console/contacts');
    await page.getByRole('heading', { name: 'No contacts yet' }).waitFor();
    await visit.lookAt('contacts-empty');
  });
});

describe('the console: a transcript file', () => {
  it('becomes a call, an action item and a contact', async () => {
    const { page } = visit;
    const client = await running.client('files');
    await settleIn('files', owner('files'));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upload' }).click();
    const drop = page.locator('input[type=file]');
    await drop.waitFor({ state: 'attached' });
    await visit.lookAt('upload');
    await visit.expectingRefusal(400, '/console/api/v1/calls/import', async () => {
      await drop.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no transcript') });
      await page.getByText('This file can not be recorded').waitFor();
    });
    await visit.lookAt('upload-refused');
    await page.getByRole('button', { name: 'Another file' }).click();
    await drop.setInputFiles({ name: 'call.vtt', mimeType: 'text/vtt', buffer: Buffer.from(transcript) });
    await page.getByRole('heading', { name: 'What was recognised' }).waitFor();
    await page.getByRole('button', { name: 'Swap the sides' }).click();
    const name = page.getByLabel('Name of the prospect');
    await until(async () => (await name.inputValue()) === 'Marcus Webb', { describe: 'the prospect is Marcus' });
    await page.getByLabel('E-mail address of the prospect').fill('marcus.webb@acme-logistics.example');
    await page.getByRole('combobox', { name: 'Rep' }).fill('user_dana');
    await visit.lookAt('upload-recognised');
    await page.getByRole('button', { name: 'Record the call' }).dblclick();
    await page.getByRole('link', { name: 'Open the call' }).waitFor();
    const { data } = await client.get<{ data: unknown[] }>('/calls');
    expect(data).toHaveLength(1);

    await until(async () => (await client.get<{ data: unknown[] }>('/action-items')).data.length > 0, {
      describe: 'the call is analysed',
    });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Action items' }).click();
    await page.getByRole('checkbox').first().check();
    await visit.lookAt('action-items');
    await until(async () => (await client.get<{ data: unknown[] }>('/action-items?completed=true')).data.length === 1, {
      describe: 'the API knows that it is completed',
    });
    await until(async () => (await client.get<{ data: unknown[] }>('/contacts')).data.length === 1, {
      describe: 'the contact is there',
    });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts' }).click();
    await page.getByRole('link', { name: 'Marcus Webb' }).waitFor();
    await visit.lookAt('contacts');
    await page.getByRole('link', { name: 'Marcus Webb' }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await visit.lookAt('contact');
  });
});

describe('the console: webhooks', () => {
  it('are registered, tried with a test event, and show what was delivered', async () => {
    const { page } = visit;
    const receiver = await running.receiver();
    await running.client('hooks');
    await settleIn('hooks', owner('hooks'));
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
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toHaveLength(1);
    await visit.lookAt('webhook');
    await row.getByRole('link').click();
    await page.getByRole('dialog').getByText('Answered 2').waitFor();
    await visit.lookAt('webhook-delivery');
  });
});

describe('the console: members', () => {
  it('are invited by a link, and look without changing anything', async () => {
    const { page } = visit;
    await running.client('people');
    await settleIn('people', owner('people'));
    await page.goto('/console/settings/members');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    const link = await dialog.getByRole('group', { name: 'Invitation link' }).innerText();
    await visit.lookAt('members-invited');

    const other = await browser.openConsole();
    await join(other, link, { name: 'Li Chen', email: 'li@people.example', password: 'a few words in a row' });
    await other.page.goto('/console/upload');
    await other.page.getByRole('heading', { name: 'Only owners can upload' }).waitFor();
    await other.page.goto('/console/settings/members');
    await other.page.getByRole('row', { name: /Li Chen/ }).waitFor();
    expect(await other.page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
    expect(await other.page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
    await other.close();

    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.reload();
    await page.getByText('No invitation is open.').waitFor();
    await page.getByRole('row', { name: /Li Chen/ }).waitFor();
    await visit.lookAt('members');
    await page.getByRole('link', { name: 'Workspace' }).click();
    await page.getByRole('combobox', { name: 'Own domains' }).waitFor();
    await visit.lookAt('workspace');
  });
});

const pricingCall = {
  rep_id: 'user_dana',
  started_at: '2026-11-20T15:00:00Z',
  title: 'Acme Logistics: pricing',
  prospect: { email: 'marcus.webb@acme-logistics.example', name: 'Marcus Webb', company: 'Acme Logistics' },
  transcript: [
    { speaker: 'rep', start_ms: 0, end_ms: 6200, text: 'Hi Marcus, thanks for making time for the proposal.' },
    {
      speaker: 'prospect',
      start_ms: 6500,
      end_ms: 14900,
      text: 'To be honest, the price is higher than we budgeted for.',
    },
    {
      speaker: 'rep',
      start_ms: 15200,
      end_ms: 24800,
      text: 'We can start with the basic plan, which fits that budget.',
    },
    { speaker: 'prospect', start_ms: 25100, end_ms: 30300, text: 'That works. Let us start with the basic plan.' },
    { speaker: 'rep', start_ms: 30600, end_ms: 37400, text: 'Great. I will send you the contract by next Friday.' },
  ],
};

// The prospect speaks first, so that the sides have to be swapped.
const transcript = `WEBVTT

00:00:01.000 --> 00:00:06.000
Marcus Webb: To be honest, the price is higher than we budgeted for.

00:00:07.000 --> 00:00:14.000
Ann Reed: I understand. We can start with the basic plan, which fits that budget.

00:00:15.000 --> 00:00:19.000
Marcus Webb: That works. Let us start with the basic plan.

00:00:20.000 --> 00:00:26.000
Ann Reed: Great. I will send you the contract by next Friday.
`;
