/** `node tools/dev/launch.mjs TOOL [options]`: installs and builds what the tool needs, then hands over to its main program. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build, ensureInstalled, runUnderProjectNode, workspace } from './install.mjs';

/**
 * `compiled`: the tool runs from dist/ of its project, and needs everything built; only itself for its help, which is also the answer to no
 * arguments where `helpsAlone`. `builds`: it runs from its sources, and works on what is built. `asBuilt`: an operator's program, for which
 * nothing is installed or built. `failure`: the exit code when the tool could not be started.
 */
const tools = {
  start: { main: 'tools/dev/dist/start.js', compiled: true },
  bench: { main: 'tools/bench/dist/main.js', compiled: true, helpsAlone: true },
  chaos: { main: 'tools/chaos/dist/main.js', compiled: true },
  fuzz: { main: 'tools/fuzz/dist/main.js', compiled: true, helpsAlone: true },
  images: { main: 'tools/images/src/main.ts', builds: true },
  chart: { main: 'tools/chart/src/main.ts' },
  contract: { main: 'tools/contract/src/main.ts' },
  release: { main: 'tools/releases/src/main.ts' },
  'mixed-versions': { main: 'tools/releases/src/mixed-versions/main.ts' },
  'can-i-deploy': { main: 'tools/releases/src/can-i-deploy/main.ts', failure: 2 },
};
for (const name of ['operate', 'operate-service', 'reanalyze', 'stop', 'topics'])
  tools[name] = { main: `tools/dev/dist/${name}.js`, asBuilt: true };

const [name, ...args] = process.argv.slice(2);
const tool = tools[name];
if (tool === undefined) {
  console.error(`There is no tool "${name}". The tools are ${Object.keys(tools).join(', ')}.`);
  process.exit(1);
}

const asksForHelp = args.includes('--help') || args.includes('-h') || (tool.helpsAlone === true && args.length === 0);
// On stderr: some tools print results that other programs read.
const log = asksForHelp ? () => {} : (line) => console.error(`${name}: ${line}`);

try {
  if (!tool.asBuilt) await ensureInstalled({ log });
  else if (!existsSync(path.join(workspace, tool.main)))
    throw new Error('Nothing has been built here yet. Start the system once with: npm start -- --detach');
  if (tool.compiled) await build({ log, projects: asksForHelp ? [`tools-${tool.main.split('/')[1]}`] : [] });
  if (tool.builds && !asksForHelp && !args.includes('--no-build')) await build({ log });
  process.exitCode = await runUnderProjectNode(tool.main, args, { sources: !tool.main.includes('/dist/') });
} catch (error) {
  console.error(error.message);
  process.exitCode = tool.failure ?? 1;
}
