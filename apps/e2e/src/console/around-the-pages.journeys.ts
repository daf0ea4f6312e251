import { until } from '@ci/testing';
import type { ConsoleFrame } from './console-frame.ts';
import { dana, signIn, signOut } from './people.ts';

/** What surrounds every page, and what belongs to oneself. Dana signs in, and has another password afterwards. */
export function aroundThePages(frame: ConsoleFrame): void {
  describe('the console: the frame around the pages', () => {
    beforeEach(async () => {
      await frame.visit.page.goto('/console/settings/account');
      await signIn(frame.visit, dana);
      await frame.visit.page.getByRole('heading', { name: 'Profile' }).waitFor();
    });

    it('is walked through with the keyboard', async () => {
      const { visit } = frame;
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

    it('has a menu for the own account, for the keyboard too', async () => {
      const { visit } = frame;
      const { page } = visit;
      const button = page.getByRole('button', { name: /Signed in as/ });
      await button.press('Enter');
      await page.getByRole('menuitem', { name: 'Your account' }).waitFor();
      await visit.lookAt('account-menu');
      await page.getByRole('menuitem', { name: 'Your account' }).press('ArrowDown');
      await page.getByRole('menuitem', { name: 'Sign out' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await button.and(page.locator(':focus')).waitFor();
    });

    it('has keys for the keyboard, and a map of them', async () => {
      const { visit } = frame;
      const { page } = visit;
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await visit.lookAt('shortcuts');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('g');
      await page.keyboard.press('k');
      await page.waitForURL('**/console/contacts');
      await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
      await page.keyboard.press('/');
      await page.getByLabel('Email address').waitFor();
      await page.keyboard.type('gc?');
      expect(await page.getByLabel('Email address').inputValue()).toBe('gc?');
    });

    it('keeps the colours that somebody chose, whatever the device says', async () => {
      const { visit } = frame;
      const { page } = visit;
      await page.locator('label').filter({ hasText: 'Dark' }).click();
      await page.reload();
      await page.getByRole('heading', { name: 'Profile' }).waitFor();
      expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
      expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
    });

    it('fits a phone of 360 px, with a menu to open', async () => {
      const { visit } = frame;
      const { page } = visit;
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('button', { name: 'Open the menu' }).click();
      await visit.lookAt('menu');
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Close the menu' }).waitFor({ state: 'hidden' });
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    });

    const focusedId = () => frame.visit.page.evaluate<string>('document.activeElement?.id');
  });

  describe('the console: the own account', () => {
    it('has another name and another password, for who knows the one of today', async () => {
      const { visit } = frame;
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
}
