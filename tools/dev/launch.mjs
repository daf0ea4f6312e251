/** `node tools/dev/launch.mjs TOOL [options]`: installs and builds what the tool needs, then hands over to its main program. */
import { build, ensureInstalled, runUnderProjectNode } from './install.mjs';

/**
 * `compiled`: the tool runs from dist/, and needs everything built; only itself for its help, which is also the answer to no arguments where
 * `helpsAlone`. `builds`: it runs from its sources, and works on what is built. `failure`: the exit code when the tool could not be started.
 */
const tools = {
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
  await ensureInstalled({ log });
  if (tool.compiled) await build({ log, projects: asksForHelp ? [`tools-${name}`] : [] });
  if (tool.builds && !asksForHelp && !args.includes('--no-build')) await build({ log });
  process.exitCode = await runUnderProjectNode(tool.main, args, { sources: tool.compiled !== true });
} catch (error) {
  console.error(error.message);
  process.exitCode = tool.failure ?? 1;
}
