import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { MissingPrerequisite } from './missing-prerequisite.ts';

// The first one draws without a window, in two thirds of the others' processor time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome.exe',
];
const elsewhere = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium of this machine: `CHROMIUM_PATH`, else the first that is found. Undefined when there is none. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new MissingPrerequisite(`CHROMIUM_PATH names a file that is not there: ${named}`);
    return named;
  }
  const folders = (environment['PATH'] ?? '').split(delimiter);
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere];
  return candidates.find(isProgram);
}

/** The same; an error that says what to install when there is none. */
export function chromium(): string {
  const found = findChromium();
  if (found === undefined)
    throw new MissingPrerequisite(
      'Chromium is missing (the console is tested in it). On Debian: apt-get install chromium-headless-shell; elsewhere install it and name it in CHROMIUM_PATH.',
    );
  return found;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
