import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@ci/testing';
import type { Locator } from 'playwright-core';
import type { ApiClient } from '../api-client.ts';
import type { ConsoleFrame } from './console-frame.ts';
import { analysedCall } from './pricing-call.ts';

/** A file of a meeting tool, and what it becomes. */
export function transcriptFile(frame: ConsoleFrame): void {
  describe('the console: a transcript file', () => {
    // A browser reads a file each time when it sends it.
    let desktop: string;
    beforeAll(async () => {
      desktop = await mkdtemp(join(tmpdir(), 'desktop-'));
    });
    afterAll(() => rm(desktop, { recursive: true, force: true }));

    it('becomes a call, an action item and a contact', async () => {
      const { visit } = frame;
      const { page } = visit;
      const client = await frame.running.client('files');
      await frame.settleIn('files');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upload' }).click();
      const chosen = page.locator('input[type=file]');
      await chosen.waitFor({ state: 'attached' });
      await visit.lookAt('upload');
      await visit.expectingRefusal(400, '/console/api/v1/calls/import', async () => {
        await chosen.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no transcript') });
        await page.getByText('This file cannot be recorded').waitFor();
      });
      await visit.lookAt('upload-refused');
      await page.getByRole('button', { name: 'Another file' }).click();
      const file = join(desktop, 'call.vtt');
      await writeFile(file, transcript);
      await drop(page.getByRole('heading', { name: 'Drop a transcript file here' }), file);
      await page.getByText('call.vtt').waitFor();
      await page.getByRole('heading', { name: 'What was recognized' }).waitFor();
      await page.getByRole('button', { name: 'Swap the sides' }).click();
      const name = page.getByLabel('Name of the prospect');
      await until(async () => (await name.inputValue()) === 'Marcus Webb', { describe: 'the prospect is Marcus' });
      await page.getByLabel('Email address of the prospect').fill('marcus.webb@acme-logistics.example');
      await page.getByRole('combobox', { name: 'Rep' }).fill('user_dana');
      await visit.lookAt('upload-recognised');
      await page.getByRole('button', { name: 'Record the call' }).dblclick();
      const open = page.getByRole('link', { name: 'Open the call' });
      await open.waitFor();
      const { data } = await client.get<{ data: unknown[] }>('/calls');
      expect(data).toHaveLength(1);
      await open.click();
      await page.getByText('We can start with the basic plan, which fits that budget.').first().waitFor();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();

      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Action items' }).click();
      // The page of the call, which stays until this one is there, has such a button, too.
      await page.getByRole('heading', { name: 'Action items', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Edit: Send the prospect the contract' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Due date').fill('2030-01-31');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Due Jan 31, 2030').waitFor();
      await page.getByRole('checkbox').first().click();
      await visit.lookAt('action-items');
      await until(
        async () => (await client.get<{ data: unknown[] }>('/action-items?completed=true')).data.length === 1,
        {
          describe: 'the API knows that it is completed',
        },
      );
      // A second call with the same person: the scores have a line.
      await analysedCall(client);
      await until(async () => (await scoredCalls(client)) === 2, { describe: 'the contact knows both scores' });
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contacts' }).click();
      await page.getByRole('link', { name: 'Marcus Webb' }).waitFor();
      await visit.lookAt('contacts');
      await page.getByRole('link', { name: 'Marcus Webb' }).click();
      await page.getByRole('img', { name: 'Line chart of 2 coaching scores' }).waitFor();
      expect(await page.getByRole('table').getByRole('link').count()).toBe(2);
      await visit.lookAt('contact');
    });
  });
}

async function scoredCalls(client: ApiClient): Promise<number> {
  const contacts = await client.get<{ data: { id: string }[] }>('/contacts');
  const { calls } = await client.get<{ calls: { coaching_score: number | null }[] }>(
    `/contacts/${contacts.data[0]?.id ?? ''}`,
  );
  return calls.filter(({ coaching_score }) => coaching_score !== null).length;
}

/** As a user drags a file from the desktop and drops it. */
async function drop(target: Locator, file: string): Promise<void> {
  const page = target.page();
  const devTools = await page.context().newCDPSession(page);
  const box = await target.boundingBox();
  const at = { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 };
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', { type, ...at, data });
  await devTools.detach();
}

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
