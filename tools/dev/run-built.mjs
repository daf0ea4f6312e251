/** `npm stop`, `npm run keys`, `npm run members`, `npm run workspaces`: a built script of this folder, once there is one. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { runUnderProjectNode, workspace } from './install.mjs';

const [name, ...args] = process.argv.slice(2);
const script = `tools/dev/dist/${name}.js`;

if (existsSync(path.join(workspace, script))) {
  process.exitCode = await runUnderProjectNode(script, args, { sources: false });
} else {
  console.error('Nothing has been built here yet. Start the system once with: npm start -- --detach');
  process.exitCode = 1;
}
