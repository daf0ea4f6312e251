/** `npm run chaos`: installs and builds what is missing, then hands over to src/main.ts. */
import { build, ensureInstalled, runUnderProjectNode } from '../dev/install.mjs';

const args = process.argv.slice(2);
const asksForHelp = args.includes('--help') || args.includes('-h');
const say = asksForHelp ? () => {} : (line) => console.log(`chaos: ${line}`);

try {
  await ensureInstalled({ log: say });
  await build({ log: say, projects: asksForHelp ? ['tools-chaos'] : [] });
  process.exitCode = await runUnderProjectNode('tools/chaos/dist/main.js', args, { sources: false });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
