/** `npm run fuzz`: installs and builds what is missing, then hands over to src/main.ts. */
import { build, ensureInstalled, runUnderProjectNode } from '../dev/install.mjs';

const args = process.argv.slice(2);
const asksForHelp = args.length === 0 || args.includes('--help') || args.includes('-h');
const say = asksForHelp ? () => {} : (line) => console.log(`fuzz: ${line}`);

try {
  await ensureInstalled({ log: say });
  await build({ log: say, projects: asksForHelp ? ['tools-fuzz'] : [] });
  process.exitCode = await runUnderProjectNode('tools/fuzz/dist/main.js', args, { sources: false });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
