import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { BrowserContext, ConsoleMessage, Page, Response } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A phone in light colours shows nothing that these do not; a desk in dark ones differs from a desk in light ones by its colours alone. */
const looks = [
  { width: 1440, colorScheme: 'light', pictured: true, rules: {} },
  { width: 1440, colorScheme: 'dark', pictured: false, rules: { runOnly: ['color-contrast'] } },
  { width: 390, colorScheme: 'dark', pictured: true, rules: {} },
] as const;

/** When the other colours and the other width are drawn, and nothing is on its way between two colours any more. */
const atRest = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
})()`;

interface ExpectedFailure {
  readonly status: number;
  readonly path: string;
}

/** One person's console. It keeps what went wrong on the way: errors of the page, refused requests, what the policy blocked. */
export class ConsolePage {
  readonly #problems: string[] = [];
  #expected: ExpectedFailure | undefined;
  /** Paths that have refused as they should: the browser's own line about it may come when the page has long gone on. */
  readonly #refusing = new Set<string>();

  constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('console', (message) => this.#hear(message));
    page.on('pageerror', (error) => this.#problems.push(`error of the page: ${error.message}`));
    page.on('response', (response) => this.#look(response));
    page.on('requestfailed', (request) => {
      // A page that is left takes back what it has asked for.
      const reason = request.failure()?.errorText ?? 'without a reason';
      if (reason !== 'net::ERR_ABORTED') this.#problems.push(`${request.method()} ${request.url()}: ${reason}`);
    });
  }

  /** Does something that the service is to refuse: that answer, and no other, is no problem. */
  async expectingRefusal(status: number, path: string, act: () => Promise<void>): Promise<void> {
    this.#expected = { status, path };
    this.#refusing.add(path);
    try {
      const refused = this.page.waitForResponse(
        (response) => response.status() === status && isAt(response.url(), path),
      );
      await Promise.all([refused, act()]);
    } finally {
      this.#expected = undefined;
    }
  }

  /**
   * Looks at the page as it stands, on a desk in light and dark colours, and on a phone: no violation of accessibility, nothing wider than the
   * screen. With `CONSOLE_SCREENSHOTS=<folder>` two of them are kept as pictures under the given name.
   */
  async lookAt(name: string): Promise<void> {
    const before = this.page.viewportSize();
    for (const { width, colorScheme, pictured, rules } of looks) {
      await this.page.setViewportSize({ width, height: 900 });
      await this.page.emulateMedia({ colorScheme });
      await this.page.waitForSelector(`html[data-mantine-color-scheme="${colorScheme}"]`);
      await this.page.evaluate(atRest);
      if (pictured) await this.#take(`${name}-${String(width)}-${colorScheme}`);
      await this.#checkAccess(`${name} at ${String(width)} px, ${colorScheme}`, rules);
    }
    await this.page.emulateMedia({ colorScheme: 'light' });
    if (before !== null) await this.page.setViewportSize(before);
  }

  /** What has gone wrong so far. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Ends this person's visit; throws when anything went wrong in it. */
  async close(): Promise<void> {
    await this.context.close();
    if (this.#problems.length > 0) throw new Error(`The console had problems:\n${this.#problems.join('\n')}`);
  }

  async #checkAccess(what: string, rules: object): Promise<void> {
    // Handed over as an expression by the browser's debugger: the page's policy for scripts does not have to be opened for it.
    const { violations } = await this.page.evaluate<AxeResults>(
      `(() => { if (!('axe' in window)) { ${axeSource} } return axe.run(document, ${JSON.stringify({ ...rules, resultTypes: ['violations'] })}); })()`,
    );
    for (const { id, help, nodes } of violations)
      this.#problems.push(`${what}: ${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
    const beyond = await this.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (beyond > 0) this.#problems.push(`${what}: ${String(beyond)} px are beyond the edge of the screen`);
  }

  async #take(name: string): Promise<void> {
    const folder = process.env['CONSOLE_SCREENSHOTS'];
    if (folder === undefined) return;
    await this.page.evaluate('document.fonts.ready.then(() => true)');
    await this.page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  }

  #hear(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The browser also logs what #look has seen.
    if (message.text().startsWith('Failed to load resource') && this.#mayRefuse(message.location().url)) return;
    this.#problems.push(`${message.type()} of the console: ${message.text()}`);
  }

  #look(response: Response): void {
    if (response.status() >= 400 && !this.#isExpected(response))
      this.#problems.push(`${response.request().method()} ${response.url()}: ${String(response.status())}`);
  }

  #isExpected(response: Response): boolean {
    const expected = this.#expected;
    return expected !== undefined && isAt(response.url(), expected.path) && response.status() === expected.status;
  }

  #mayRefuse(url: string): boolean {
    return [...this.#refusing].some((path) => isAt(url, path));
  }
}

function isAt(url: string, path: string): boolean {
  return URL.canParse(url) && new URL(url).pathname === path;
}
