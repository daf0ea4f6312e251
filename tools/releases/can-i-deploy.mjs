/** `nx run <service>:can-i-deploy`: installs what is missing, then hands over to src/can-i-deploy/main.ts. */
import { ensureInstalled, runUnderProjectNode } from '../dev/install.mjs';

try {
  await ensureInstalled({ log: (line) => console.error(`can-i-deploy: ${line}`) });
  process.exitCode = await runUnderProjectNode('tools/releases/src/can-i-deploy/main.ts', process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
