/** `npm start`: installs and builds what is missing, then hands over to src/start.ts. */
import { build, ensureInstalled, runUnderProjectNode } from './install.mjs';

const args = process.argv.slice(2);
const asksForHelp = args.includes('--help') || args.includes('-h');
const say = asksForHelp ? () => {} : (line) => console.log(`● ${line}`);

try {
  await ensureInstalled({ log: say });
  await build({ log: say, projects: asksForHelp ? ['tools-dev'] : [] });
  process.exitCode = await runUnderProjectNode('tools/dev/dist/start.js', args, { sources: false });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
