/** `npm run bench`: installs and builds what is missing, then hands over to src/main.ts. */
import { build, ensureInstalled, runUnderProjectNode } from '../dev/install.mjs';

const args = process.argv.slice(2);
const asksForHelp = args.length === 0 || args.includes('--help') || args.includes('-h');
const say = asksForHelp ? () => {} : (line) => console.error(`● ${line}`);

try {
  await ensureInstalled({ log: say });
  // The services too: some benchmarks measure them as they are.
  await build({ log: say, projects: asksForHelp ? ['tools-bench'] : [] });
  process.exitCode = await runUnderProjectNode('tools/bench/dist/main.js', args, { sources: false });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
