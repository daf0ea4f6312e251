/** `npm run mixed-versions`: installs what is missing, then hands over to src/mixed-versions/main.ts. */
import { ensureInstalled, runUnderProjectNode } from '../dev/install.mjs';

try {
  await ensureInstalled({ log: (line) => console.log(`mixed versions: ${line}`) });
  process.exitCode = await runUnderProjectNode('tools/releases/src/mixed-versions/main.ts', process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
