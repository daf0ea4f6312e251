import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MemberRole } from '@ci/contracts/console-access';
import type { RunningSystem } from '../running-system.ts';
import { ConsoleBrowser } from './browser.ts';
import type { ConsolePage } from './console-page.ts';
import { join as joinWorkspace, setUpLink, type Person } from './people.ts';
import { pictureHash } from './pictured-sources.ts';

/** What the journeys through the console share: one system and one browser for all of them, and a separate person for each. */
export interface ConsoleFrame {
  readonly running: RunningSystem;
  readonly browser: ConsoleBrowser;
  /** A person who opens the console for the first time. What goes wrong in their visit fails the test. */
  readonly visit: ConsolePage;
  /** The visitor becomes a member of a workspace, and ends at its calls. */
  settleIn(workspace: string, role?: MemberRole, repIds?: readonly string[]): Promise<Person>;
}

// Each step has its own deadline; this one ends what hangs, on a slow machine too.
const longestJourneyMs = 240_000;

/** For the top of a test file. */
export function consoleFrame(start: () => Promise<RunningSystem>): ConsoleFrame {
  jest.setTimeout(longestJourneyMs);
  let running: RunningSystem;
  let browser: ConsoleBrowser;
  let visit: ConsolePage;
  // What has been started, also when what comes after it could not be.
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    running = await start();
    ends.push(() => running.stop());
    browser = await ConsoleBrowser.start(new URL(running.system.baseUrl).origin);
    ends.push(() => browser.close());
  });
  afterAll(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
    const pictures = process.env['CONSOLE_SCREENSHOTS'];
    if (pictures !== undefined) {
      const sources = pictureHash(resolve(import.meta.dirname, '../../../console'));
      writeFileSync(join(pictures, 'taken-of.json'), `${JSON.stringify({ sources }, null, 2)}\n`);
    }
  });
  beforeEach(async () => {
    visit = await browser.openConsole();
  });
  afterEach(() => visit.close());

  return {
    get running() {
      return running;
    },
    get browser() {
      return browser;
    },
    get visit() {
      return visit;
    },
    async settleIn(workspace, role = 'owner', repIds = []) {
      const person = {
        name: role === 'owner' ? 'Dana Reyes' : 'Li Chen',
        email: `${role}@${workspace}.example`,
        password: 'correct horse battery staple',
      };
      await joinWorkspace(visit, await setUpLink(running.system, workspace, role, repIds), person);
      return person;
    },
  };
}
