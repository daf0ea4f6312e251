import type { ConsoleFrame } from './console-frame.ts';

/** The console in other languages than English. */
export function languages(frame: ConsoleFrame): void {
  describe('the console in the reader’s language', () => {
    beforeAll(() => frame.running.client('polyglot'));

    it('is German where the browser asks for it, Spanish by choice, and stays so', async () => {
      const person = await frame.settleIn('polyglot');
      const visit = await frame.browser.openConsole({ locale: 'de-DE' });
      const { page } = visit;
      await page.goto('/console/sign-in');
      await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      await visit.lookAt('sign-in-german');
      await page.getByLabel('E-Mail-Adresse').fill(person.email);
      await page.getByRole('textbox', { name: 'Passwort' }).fill(person.password);
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await page.getByRole('heading', { name: 'Gespräche', level: 1 }).waitFor();
      await page.goto('/console/settings/members');
      // A date of the reader's region: 27. Nov. 2026 or 27.11.2026.
      await page
        .getByRole('cell', { name: /^\d{1,2}\.\s?(?:\d{2}\.|\p{L}+\.?) ?\d{4}/u })
        .first()
        .waitFor();
      await visit.lookAt('members-german');

      await page.getByRole('combobox', { name: 'Sprache' }).selectOption('Español');
      await page.getByRole('heading', { name: 'Miembros' }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('es');
      await visit.lookAt('members-spanish');
      await page.goto('/console/calls');
      await page.getByRole('heading', { name: 'Llamadas', level: 1 }).waitFor();
      await visit.close();
    });
  });
}
