import { chromium as chromiumProgram } from '@ci/testing';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { ConsolePage } from './console-page.ts';

// No sandbox: tests run as root in containers. The other flags keep the browser from connecting to anything but the console.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A real Chromium with a fresh profile, as on the first visit to the console. One for each test file. */
export class ConsoleBrowser {
  private constructor(
    private readonly browser: Browser,
    private readonly origin: string,
  ) {}

  /** `origin`: of the gateway, such as `http://127.0.0.1:8080`. The profile of the browser is new. */
  static async start(origin: string): Promise<ConsoleBrowser> {
    return new ConsoleBrowser(
      await chromium.launch({ executablePath: chromiumProgram(), args: flags, headless: true, timeout: 120_000 }),
      origin,
    );
  }

  /** A separate person: no user is signed in, nothing is remembered. `close()` of the page fails on any problem it has seen. */
  async openConsole(options: BrowserContextOptions = {}): Promise<ConsolePage> {
    const context = await this.browser.newContext({
      baseURL: this.origin,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      colorScheme: 'light',
      ...options,
    });
    // Below Jest's, so that a failure says what was waited for.
    context.setDefaultTimeout(120_000);
    return new ConsolePage(context, await context.newPage());
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}
