import { readFile } from 'node:fs/promises';
import { until } from '@ci/testing';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../api-client.ts';
import type { ConsoleFrame } from './console-frame.ts';
import { analysedCall, pricingCall, recordCall } from './pricing-call.ts';

/** Calls, and what is found in them. */
export function calls(frame: ConsoleFrame): void {
  describe('the console: a call', () => {
    it('shows its summary when it is ready, without being loaded anew, and what the summary rests on', async () => {
      const { visit } = frame;
      const { page } = visit;
      const { system } = frame.running;
      const client = await frame.running.client('calls');
      await frame.settleIn('calls');
      await page.getByRole('heading', { name: 'No calls yet' }).waitFor();
      await page.getByRole('button', { name: 'Record a sample call' }).waitFor();
      await visit.lookAt('calls-empty');

      await system.stopService('summarization');
      try {
        const id = await recordCall(client);
        await page.goto(`/console/calls/${id}`);
        await page.getByRole('heading', { name: 'Analyzing the call' }).waitFor();
        await visit.lookAt('call-pending');
        await page.evaluate('globalThis.stillTheSamePage = true');
      } finally {
        system.startService('summarization');
        await system.ready(['summarization']);
      }
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      expect(await page.evaluate('globalThis.stillTheSamePage')).toBe(true);
      await visit.lookAt('call');

      const transcript = page.getByRole('region', { name: 'Transcript' });
      const summary = page.getByRole('tabpanel', { name: 'Summary' });
      expect(await transcript.locator('mark').count()).toBe(0);
      const promise = summary.getByRole('listitem').filter({ hasText: 'Send the prospect the contract' }).first();
      const marker = promise.getByRole('button', { name: '0:30: show the passage' });
      await marker.focus();
      const passage = promise.getByRole('button', { name: /^Show in the transcript: Rep · 0:30/ });
      await passage.waitFor();
      await visit.lookAt('call-passage');
      await page.keyboard.press('Escape');
      await passage.waitFor({ state: 'detached' });
      await marker.click();
      await transcript.locator('mark', { hasText: 'I will send you the contract' }).waitFor();
      await page.waitForURL(({ searchParams }) => searchParams.get('at') === '30600');

      await page.getByRole('tab', { name: 'Coaching' }).click();
      await page.getByRole('heading', { name: 'What to try next' }).waitFor();
      await page.getByText('there is no other to compare with yet').waitFor();
      const how = page.getByRole('button', { name: 'How is this computed?' });
      await how.click();
      await page.getByText(/^Formula: coaching/).waitFor();
      await visit.lookAt('call-coaching');
    });

    it('is searched, copied and printed', async () => {
      const { visit } = frame;
      const { page } = visit;
      const client = await frame.running.client('sharing');
      await frame.settleIn('sharing');
      const id = await analysedCall(client);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(`/console/calls/${id}`);
      await page.getByRole('heading', { name: 'Overview' }).waitFor();

      const search = page.getByRole('searchbox', { name: 'Search the transcript' });
      await search.fill('BASIC plan');
      const hits = page.getByRole('search', { name: 'Search the transcript' }).getByRole('status');
      await hits.getByText('1 of 2').waitFor();
      await search.press('Enter');
      await hits.getByText('2 of 2').waitFor();
      expect(await page.locator('[aria-current] mark').innerText()).toBe('basic plan');
      await search.fill('discount');
      await hits.getByText('Not found').waitFor();

      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
      await page.getByText('Call copied').waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toMatch(
        /^# Acme Logistics: pricing\n[^]*## What to do\n\n- \[ \] Rep: Send the prospect the contract/,
      );
      expect(copied).toContain('0:30 Rep: Great. I will send you the contract by next Friday.');

      await page.emulateMedia({ media: 'print' });
      const paper = page.getByRole('article');
      await paper.getByText('Great. I will send you the contract by next Friday.').waitFor();
      expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
      await page.emulateMedia({ media: 'screen' });
      await paper.waitFor({ state: 'detached' });
    });

    it('has an outcome that one click corrects, and that stays through another analysis', async () => {
      const { page } = frame.visit;
      const client = await frame.running.client('outcomes');
      await frame.settleIn('outcomes');
      const id = await analysedCall(client);
      await page.goto(`/console/calls/${id}`);
      const outcome = page.getByRole('group', { name: 'Outcome' });
      await outcome.getByRole('button', { name: 'Won · inferred', pressed: true }).waitFor();
      await outcome.getByRole('button', { name: 'Lost' }).click();
      await outcome.getByRole('button', { name: 'Lost', pressed: true }).waitFor();
      await openMenu(page);
      await page.getByRole('menuitem', { name: 'Analyze again' }).click();
      await page.getByText(/^Analysis 2,/).waitFor();
      expect(await client.get(`/calls/${id}`)).toMatchObject({ outcome: 'lost', outcome_source: 'provided' });
    });

    it('takes a corrected outcome back', async () => {
      const { page } = frame.visit;
      const client = await frame.running.client('regrets');
      await frame.settleIn('regrets');
      const id = await analysedCall(client);
      await page.goto(`/console/calls/${id}`);
      const outcome = page.getByRole('group', { name: 'Outcome' });
      await outcome.getByRole('button', { name: 'Lost' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await outcome.getByRole('button', { name: 'Won · inferred', pressed: true }).waitFor();
      expect(await client.get(`/calls/${id}`)).toMatchObject({ outcome: 'won', outcome_source: 'inferred' });
    });

    it('has action items to tick off', async () => {
      const { page } = frame.visit;
      const client = await frame.running.client('ticks');
      await frame.settleIn('ticks');
      const id = await analysedCall(client);
      await page.goto(`/console/calls/${id}`);
      const summary = page.getByRole('tabpanel', { name: 'Summary' });
      await summary.getByRole('checkbox').first().click();
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.waitFor();
      await until(async () => (await completedItems(client, id)) === 1, {
        describe: 'the API knows that it is completed',
      });
      await undo.click();
      await until(async () => (await completedItems(client, id)) === 0, { describe: 'it is open again' });
    });

    it('is found by its filters, which the way back keeps, and leads to its contact', async () => {
      const { visit } = frame;
      const { page } = visit;
      const client = await frame.running.client('finding');
      await frame.settleIn('finding');
      await analysedCall(client);
      await page.goto('/console/calls?rep_id=user_dana');
      await page.getByRole('link', { name: pricingCall.title }).waitFor();
      await page.getByRole('table').getByText('Won').waitFor();
      await visit.lookAt('calls');
      await page.getByRole('link', { name: pricingCall.title }).click();
      // What the address of a call says meanwhile does not make it forget the list.
      await page.getByRole('tab', { name: 'Coaching' }).click();
      await page.waitForURL('**pane=coaching**');
      await page.getByRole('link', { name: 'Back to Calls' }).click();
      await page.waitForURL('**/console/calls?rep_id=user_dana');

      await page.getByRole('link', { name: pricingCall.title }).click();
      await page.getByRole('link', { name: 'with Marcus Webb' }).click();
      await page.getByRole('heading', { name: 'Marcus Webb', level: 1 }).waitFor();
      await page.getByRole('region', { name: 'History' }).getByRole('cell', { name: 'user_dana' }).waitFor();
      await page.goto('/console/calls?rep_id=somebody');
      await page.getByRole('heading', { name: 'No call matches' }).waitFor();
    });

    it('has the names of people in the list, which is put in order and exported', async () => {
      const { visit } = frame;
      const { page } = visit;
      const client = await frame.running.client('listing');
      await frame.settleIn('listing');
      await page.getByRole('button', { name: 'Record a sample call' }).click();
      await page.getByRole('heading', { name: 'Acme Logistics: proposal (sample)', level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await recordCall(client, { title: '=HYPERLINK("x")', rep: { name: 'Ann Reed' } });
      await page.getByRole('link', { name: 'Back to Calls' }).click();
      await page.getByRole('cell', { name: 'Ann Reed' }).waitFor();
      await page.getByRole('cell', { name: 'Dana Reyes' }).waitFor();
      await page.getByText('Marcus Webb, Acme Logistics').first().waitFor();
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Longest');
      await page.waitForURL('**/console/calls?sort=longest');

      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe('calls.csv');
      const csv = await readFile(await download.path(), 'utf8');
      expect(csv.split('\r\n')).toHaveLength(4);
      expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
      expect(csv).toContain(',Ann Reed,');
    });

    it('whose sides were guessed is corrected, and back again', async () => {
      const { visit } = frame;
      const { page } = visit;
      const client = await frame.running.client('sides');
      await frame.settleIn('sides');
      const { body } = await client.request<{ id: string }>(
        'POST',
        '/calls/import?rep_id=ann&started_at=2026-11-20T15:00:00Z',
        { bytes: guessedFile, headers: { 'content-type': 'text/vtt' } },
      );
      await until(() => client.get(`/calls/${body.id}/summary`, { prefer: 'wait=10' }), {
        timeoutMs: 90_000,
        describe: 'the call is analyzed',
      });
      await page.goto(`/console/calls/${body.id}`);
      await page.getByText(/^Analysis 1,/).waitFor();
      await visit.lookAt('call-guessed');
      await page.getByRole('note').getByRole('button', { name: 'Swap speakers' }).click();
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.waitFor();
      expect(await firstSpeaker()).toBe('prospect');
      await undo.click();
      await page.getByText(/^Analysis 3,/).waitFor();
      expect(await firstSpeaker()).toBe('rep');

      async function firstSpeaker(): Promise<string | undefined> {
        const { transcript } = await client.get<{ transcript: { speaker: string }[] }>(`/calls/${body.id}`);
        return transcript[0]?.speaker;
      }
    });

    it('is edited, analyzed again, and deleted once its name is typed', async () => {
      const { visit } = frame;
      const { page } = visit;
      const client = await frame.running.client('edits');
      await frame.settleIn('edits');
      const id = await analysedCall(client);
      await page.goto(`/console/calls/${id}`);
      await page.getByText(/^Analysis 1,/).waitFor();

      await openMenu(page);
      await visit.lookAt('call-menu');
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title').fill('Acme: the basic plan');
      await dialog.getByRole('combobox', { name: 'Outcome' }).click();
      await page.getByRole('option', { name: 'Lost' }).click();
      await visit.lookAt('call-edit');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Acme: the basic plan', level: 1 }).waitFor();
      expect(await client.get(`/calls/${id}`)).toMatchObject({ title: 'Acme: the basic plan', outcome: 'lost' });

      await openMenu(page);
      await page.getByRole('menuitem', { name: 'Analyze again' }).click();
      await page.getByText(/^Analysis 2,/).waitFor();

      await openMenu(page);
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const remove = dialog.getByRole('button', { name: 'Delete call' });
      await remove.waitFor();
      expect(await remove.isDisabled()).toBe(true);
      await dialog.getByLabel('Type Acme: the basic plan to confirm').fill('Acme: the basic plan');
      await visit.lookAt('call-delete');
      await remove.click();
      await page.getByRole('heading', { name: 'No calls yet' }).waitFor();
      expect((await client.refusal('GET', `/calls/${id}`)).status).toBe(404);
    });

    it('whose analysis failed says so, and can be analyzed again', async () => {
      const { visit } = frame;
      const { page } = visit;
      const client = await frame.running.client('silence');
      await frame.settleIn('silence');
      const id = await recordCall(client, { transcript: [{ speaker: 'rep', start_ms: 0, end_ms: 900, text: '… !' }] });
      await page.goto(`/console/calls/${id}`);
      const failed = page.getByRole('heading', { name: 'Analysis failed' });
      await failed.waitFor();
      await visit.lookAt('call-failed');
      await page.getByRole('tabpanel').getByRole('button', { name: 'Analyze again' }).click();
      await page.getByText('Analysis started').waitFor();
      await failed.waitFor();
      await page.goto('/console/calls');
      await page.getByText('Not analyzed').waitFor();
    });
  });

  describe('the console: two workspaces', () => {
    it('never see each other', async () => {
      const { visit } = frame;
      const { page } = visit;
      const client = await frame.running.client('one');
      await frame.running.client('other');
      const id = await recordCall(client);
      await frame.settleIn('other');
      await page.getByRole('heading', { name: 'No calls yet' }).waitFor();
      await visit.expectingRefusal(404, `/console/api/v1/calls/${id}`, async () => {
        await page.goto(`/console/calls/${id}`);
        await page.getByText('It does not exist, or it has been deleted.').waitFor();
      });
      await visit.lookAt('call-not-found');
      await page.goto('/console/contacts');
      await page.getByRole('heading', { name: 'No contacts yet' }).waitFor();
      await visit.lookAt('contacts-empty');
    });
  });
}

// No speaker is known: the first one is taken for the rep.
const guessedFile = `WEBVTT

00:00:01.000 --> 00:00:06.000
Marcus: To be honest, the price is higher than we budgeted for.

00:00:07.000 --> 00:00:14.000
Ann: I understand. I will send you the contract by next Friday.
`;

async function completedItems(client: ApiClient, callId: string): Promise<number> {
  const { data } = await client.get<{ data: { completed: boolean }[] }>(`/calls/${callId}/action-items`);
  return data.filter(({ completed }) => completed).length;
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
}
