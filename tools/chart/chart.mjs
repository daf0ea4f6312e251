/** `npm run chart`: installs what is missing, then hands over to src/main.ts. */
import { ensureInstalled, runUnderProjectNode } from '../dev/install.mjs';

try {
  await ensureInstalled({ log: (line) => console.log(`chart: ${line}`) });
  process.exitCode = await runUnderProjectNode('tools/chart/src/main.ts', process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
