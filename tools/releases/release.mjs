/** `npm run release`: installs what is missing, then hands over to src/main.ts. */
import { ensureInstalled, runUnderProjectNode } from '../dev/install.mjs';

try {
  await ensureInstalled({ log: (line) => console.log(`release: ${line}`) });
  process.exitCode = await runUnderProjectNode('tools/releases/src/main.ts', process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
