/** `npm run contract`: installs what is missing, then hands over to src/main.ts. */
import { ensureInstalled, runUnderProjectNode } from '../dev/install.mjs';

try {
  await ensureInstalled({ log: (line) => console.log(`contract: ${line}`) });
  process.exitCode = await runUnderProjectNode('tools/contract/src/main.ts', process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
