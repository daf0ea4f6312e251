/** `npm run images`: installs and builds what is missing, then hands over to src/main.ts. */
import { build, ensureInstalled, runUnderProjectNode } from '../dev/install.mjs';

const args = process.argv.slice(2);
const asksForHelp = args.includes('--help') || args.includes('-h');
const say = asksForHelp ? () => {} : (line) => console.log(`images: ${line}`);

try {
  await ensureInstalled({ log: say });
  if (!asksForHelp && !args.includes('--no-build')) await build({ log: say });
  process.exitCode = await runUnderProjectNode('tools/images/src/main.ts', args);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
