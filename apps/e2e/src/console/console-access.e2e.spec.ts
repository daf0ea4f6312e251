import { gzipSync } from 'node:zlib';
import { until } from '@ci/testing';
import { jest } from '@jest/globals';
import type { Response } from 'playwright-core';
import { startRunningSystem, type RunningSystem } from '../running-system.ts';
import { ConsoleBrowser } from './browser.ts';
import type { ConsolePage } from './console-page.ts';
import { join, setUpLink, signIn, signOut, type Person } from './people.ts';

const dana: Person = { name: 'Dana Reyes', email: 'dana@acme.example', password: 'correct horse battery staple' };

// Each page that is looked at is drawn and checked four times: seconds of a whole processor, beside all the services.
jest.setTimeout(180_000);

let running: RunningSystem;
let browser: ConsoleBrowser;
let visit: ConsolePage;

beforeAll(async () => {
  running = await startRunningSystem();
  await running.client('acme');
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

describe('the console: the way in', () => {
  it('begins with a set-up link, which works once', async () => {
    const link = await setUpLink(running.system, 'acme');
    await visit.page.goto(link);
    await visit.page.getByRole('heading', { name: 'Join acme' }).waitFor();
    await visit.lookAt('invitation');
    await join(visit, link, dana);
    await visit.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' }).waitFor();

    const second = await browser.openConsole();
    await second.expectingRefusal(404, '/console/api/invitations/look-up', async () => {
      await second.page.goto(link);
      await second.page.getByRole('heading', { name: 'This invitation is not valid' }).waitFor();
    });
    await second.lookAt('invitation-not-valid');
    await second.close();
  });

  it('is open to who knows the password, and leads to the page that was asked for', async () => {
    const { page } = visit;
    await page.goto('/console/settings/account');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await visit.lookAt('sign-in');
    await visit.expectingRefusal(401, '/console/api/session', async () => {
      await signIn(visit, { ...dana, password: 'wrong horse battery staple' });
      await page.getByText('The e-mail address or the password is wrong.').waitFor();
    });
    await signIn(visit, dana);
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/settings/account');
    await visit.lookAt('account');
  });

  it('is closed by signing out, in this browser and in the next tab', async () => {
    const { page } = visit;
    await page.goto('/console/sign-in');
    await signIn(visit, dana);
    await page.waitForURL('**/console/calls');
    const cookies = await page.context().cookies();
    expect(cookies).toEqual([
      expect.objectContaining({ name: '__Host-session', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' }),
    ]);
    const other = await page.context().newPage();
    await signOut(visit, dana);
    await other.goto('/console/settings/api-keys');
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it('is closed everywhere at once by signing out everywhere', async () => {
    const other = await browser.openConsole();
    for (const { page } of [visit, other]) {
      await page.goto('/console/settings/account');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    }
    await signIn(visit, dana);
    await signIn(other, dana);
    const outside = other.page.getByRole('heading', { name: 'Sign in' });
    const inside = other.page.getByRole('heading', { name: 'Profile' });
    await inside.waitFor();
    // What it still asks for now would be refused.
    await other.page.waitForLoadState('networkidle');
    await visit.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await visit.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await until(
      async () => {
        await other.page.reload();
        await outside.or(inside).waitFor();
        return outside.isVisible();
      },
      { describe: 'the other browser is signed out', intervalMs: 200 },
    );
    await other.close();
  });

  it('says what does not exist', async () => {
    await visit.page.goto('/console/nowhere');
    await visit.page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await visit.lookAt('not-found');
  });

  it('is less than 250 kB of compressed script', async () => {
    const { page } = visit;
    const scripts: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(compressedSize(response));
    });
    await page.goto('/console/sign-in');
    await signIn(visit, dana);
    await page.waitForURL('**/console/calls');
    await page.waitForLoadState('networkidle');
    const total = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(250_000);
  });
});

describe('the console: the frame around the pages', () => {
  beforeEach(async () => {
    await visit.page.goto('/console/settings/account');
    await signIn(visit, dana);
    await visit.page.getByRole('heading', { name: 'Profile' }).waitFor();
  });

  it('is walked through with the keyboard', async () => {
    const { page } = visit;
    await page.reload();
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
    await until(async () => (await focusedId()) === 'main', { describe: 'the keyboard is at the content' });

    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Contacts' }).press('Enter');
    await page.waitForURL('**/console/contacts');
    await until(async () => (await focusedId()) === 'main', { describe: 'the keyboard is at the top of the page' });
    expect(await page.title()).toMatch(/^Contacts · /);
    expect(await navigation.getByRole('link', { name: 'Contacts' }).getAttribute('aria-current')).toBe('page');
  });

  it('keeps the colours that somebody chose, whatever the device says', async () => {
    const { page } = visit;
    await page.locator('label').filter({ hasText: 'Dark' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  });

  it('fits a phone of 360 px, with a menu to open', async () => {
    const { page } = visit;
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await visit.lookAt('menu');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Close the menu' }).waitFor({ state: 'hidden' });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
  });

  const focusedId = () => visit.page.evaluate<string>('document.activeElement?.id');
});

describe('the console: API keys', () => {
  it('are made, tried with the line that is shown, and deleted by name', async () => {
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

describe('the console: the own account', () => {
  it('has another name and another password, for who knows the one of today', async () => {
    const { page } = visit;
    await page.goto('/console/settings/account');
    await signIn(visit, dana);
    await page.getByLabel('Name', { exact: true }).fill('Dana Reyes-Ito');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: /Signed in as.*Dana Reyes-Ito/ }).waitFor();

    const renewed = { ...dana, password: 'a brand new horse and battery' };
    const [current, next] = [page.getByLabel('Current password'), page.getByLabel('New password')];
    await current.fill('not the password of today');
    await next.fill(renewed.password);
    await visit.expectingRefusal(400, '/console/api/member/password', async () => {
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Is wrong.').waitFor();
    });
    await current.fill(dana.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password is changed.').waitFor();

    await signOut(visit, { ...renewed, name: 'Dana Reyes-Ito' });
    await signIn(visit, renewed);
    await page.waitForURL('**/console/calls');
  });
});

async function compressedSize(response: Response): Promise<number> {
  return gzipSync(await response.body()).length;
}

/** Sends what the shown `curl` line would. */
async function statusOf(line: string): Promise<number> {
  const [, url, name, value] = /^curl "([^"]+)" \\\s+-H "([^:]+): ([^"]+)"$/.exec(line) ?? [];
  if (url === undefined || name === undefined || value === undefined) throw new Error(`No curl line: ${line}`);
  return (await fetch(url, { headers: { [name]: value } })).status;
}
