import { chromium, findChromium } from '@ci/testing';
import { runTool } from './run-tool.ts';

/** Makes sure that there is a Chromium for the tests of the console: found, or installed where that can be done; else throws what to do. */
export async function ensureChromium(): Promise<string> {
  if (findChromium() === undefined && process.getuid?.() === 0) await install();
  return chromium();
}

/** On Debian, as root. What is missing afterwards is reported by the next search for Chromium. */
async function install(): Promise<void> {
  console.log('installing Chromium (apt-get install chromium-headless-shell) …');
  const options = { cwd: '/', env: { DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    await runTool('apt-get', ['update', '-qq'], options);
    await runTool('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], options);
  } catch {
    // There is no apt-get here.
  }
}
