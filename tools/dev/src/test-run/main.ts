import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { startInfrastructure, stopInfrastructure } from '@ci/testing';
import { ensureChromium } from './ensure-chromium.ts';
import { startedLanes, throughLanes, unitLanes } from './lanes.ts';
import { readOptions, type TestOptions } from './options.ts';
import type { TestProject } from './projects.ts';
import { closingLine, failedIn, skippedIn, totalsOf, type JestResults } from './report.ts';
import { SpecRunner } from './spec-runner.ts';
import { runTool } from './run-tool.ts';
import { readStarts, timesOf, type Stage } from './times.ts';
import { projectsOf } from './wanted-projects.ts';

/** `npm test`, once everything is installed (tools/dev/test.mjs says what it does). */
const workspace = path.resolve(import.meta.dirname, '../../../..');
// The process of an analysis lowers its own priority so far: beside tests of normal priority that wait for it, it would get no time.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const unitTests = 'unit tests';
const nxEnvironment = { NX_DAEMON: 'false', NX_TUI: 'false' };

const stages: Stage[] = [];
let current: { readonly title: string; readonly begun: number } | undefined;
const problems: string[] = [];
/** Every process that starts something for a test inherits it. */
const startsFolder = mkdtempSync(path.join(tmpdir(), 'call-intelligence-starts-'));
const startsFile = (process.env['TEST_STARTS_FILE'] = path.join(startsFolder, 'starts'));
let interrupted = false;
process.on('SIGINT', () => (interrupted = true)).on('SIGTERM', () => (interrupted = true));

try {
  const options = readOptions(process.argv.slice(2));
  const projects = await projectsOf(workspace, options);
  process.exitCode =
    projects.length === 0 ? await checkDocuments() : report(await testEverything(options, projects), options);
} catch (error) {
  console.error(`npm test: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
rmSync(startsFolder, { recursive: true, force: true });
// Everything has been stopped and said.
process.exit();

async function testEverything(options: TestOptions, projects: readonly TestProject[]): Promise<readonly JestResults[]> {
  const everything = options.projects.length === 0 && !options.affected;
  const only = everything ? [] : ['-p', projects.map(({ name }) => name).join(',')];
  const runner = await SpecRunner.create(workspace, projects, options, (problem) => problems.push(problem));
  const unit = runner.left(projects.flatMap(({ unitSpecs }) => unitSpecs));
  const started = options.unitOnly ? [] : projects;
  const integration = runner.left(started.flatMap(({ integrationSpecs }) => integrationSpecs));
  const endToEnd = runner.left(started.flatMap(({ endToEndSpecs }) => endToEndSpecs));
  if (runner.heldFiles > 0)
    console.log(
      `${String(runner.heldFiles)} test files are counted and not run: they have passed, and nothing that they depend on has changed since (--again runs them)`,
    );

  // Of documents, too, which are in no project.
  if (options.checks && options.projects.length === 0) await checkFormatting();
  const beside = options.checks ? [checkBeside('lint and types', 'npm', ['run', '--silent', 'lint'])] : [];
  // End-to-end tests start every service, and operators' programs of tools/dev.
  const toBuild = endToEnd.length > 0 ? [] : only;
  const built = !options.build || (await check('build', 'nx', ['run-many', '-t', 'build', ...toBuild]));
  if (options.checks && everything && !options.unitOnly) beside.push(checkGeneratedDocuments(built));

  if (endToEnd.length > 0 && !built) problems.push('end-to-end tests (not run: the build failed)');
  const startsSomething = integration.length + endToEnd.length > 0 && !interrupted;
  const prepared = startsSomething ? prepare({ browser: endToEnd.length > 0 && built }) : undefined;
  try {
    // Alone and first: they take least, and say most.
    if (unit.length > 0) step(unitTests);
    const runs = [...runner.heldResults()];
    if (!interrupted)
      runs.push(...(await throughLanes(unitLanes(unit), (lane) => runner.run(lane, { unitOnly: true }))));
    const { infrastructure = false, browser = false } = (await prepared) ?? {};
    if (infrastructure) runs.push(...(await startedTests(runner, integration, browser ? endToEnd : [])));
    await Promise.all(beside);
    return runs;
  } finally {
    await prepared;
    await stopInfrastructure();
  }
}

/** All that start something, beside each other: what computes fills the time of what waits. */
async function startedTests(
  runner: SpecRunner,
  integration: readonly string[],
  endToEnd: readonly string[],
): Promise<readonly JestResults[]> {
  const lanes = startedLanes(integration, endToEnd, (file) => readFileSync(path.join(workspace, file), 'utf8'));
  step('integration and end-to-end tests');
  return throughLanes(lanes, async (lane) => {
    if (interrupted) return [];
    const begun = process.uptime();
    const results = await runner.run(lane);
    stages.push({ title: `${lane.title} (beside others)`, seconds: process.uptime() - begun });
    return results;
  });
}

/** All that there is to check of a change that reaches no project. */
async function checkDocuments(): Promise<number> {
  return (await checkFormatting()) ? 0 : 1;
}

function checkFormatting(): Promise<boolean> {
  return check('formatting', 'oxfmt', ['--check']);
}

/** What is generated and committed, against what generates it. */
async function checkGeneratedDocuments(built: boolean): Promise<void> {
  const openapi = [...process.execArgv, 'tools/interfaces/src/main.ts', 'openapi', '--check'];
  await checkBeside('description of the API', 'node', openapi);
  if (!built) return;
  await checkBeside('variables in the READMEs', 'node', ['tools/dev/config-docs.mjs', '--check']);
  await checkBeside('reference of metrics', 'node', ['tools/dev/metrics-docs.mjs', '--check']);
}

/** Beside what comes meanwhile; what it finds is said in one piece. */
async function checkBeside(title: string, command: string, args: readonly string[]): Promise<void> {
  if (interrupted) return;
  const begun = process.uptime();
  const lines: string[] = [];
  const ok = await runTool(command, args, { cwd: workspace, env: nxEnvironment, onOutput: (text) => lines.push(text) });
  const seconds = process.uptime() - begun;
  stages.push({ title: `${title} (beside others)`, seconds });
  console.log(`\n▶ ${title}, beside the others (${seconds.toFixed(0)} s)\n${lines.join('').trimEnd()}`);
  if (!ok) problems.push(title);
}

async function check(title: string, command: string, args: readonly string[]): Promise<boolean> {
  if (interrupted) return false;
  step(title);
  const ok = await runTool(command, args, { cwd: workspace, env: nxEnvironment });
  if (!ok) problems.push(title);
  return ok;
}

interface Prepared {
  readonly infrastructure: boolean;
  readonly browser: boolean;
}

/** What tests need that start something, while those run that start nothing: most of it waits for the network. */
async function prepare({ browser }: { readonly browser: boolean }): Promise<Prepared> {
  const begun = process.uptime();
  const infrastructure = await startRealInfrastructure();
  const prepared = { infrastructure, browser: infrastructure && browser && (await findBrowser()) };
  stages.push({ title: 'Postgres, Kafka and Chromium (beside others)', seconds: process.uptime() - begun });
  return prepared;
}

async function startRealInfrastructure(): Promise<boolean> {
  try {
    await startInfrastructure({ log: (line) => console.log(line) });
    return true;
  } catch (error) {
    console.error(error);
    problems.push('Postgres and Kafka did not start; integration tests were not run');
    return false;
  }
}

/** The console is tested in a real browser. */
async function findBrowser(): Promise<boolean> {
  try {
    console.log(await ensureChromium());
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    problems.push('end-to-end tests (not run: there is no Chromium)');
    return false;
  }
}

function report(runs: readonly JestResults[], { namePattern }: TestOptions): number {
  const totals = totalsOf(runs);
  // A narrowed run leaves out nearly everything, for a known reason.
  const skipped = namePattern === undefined ? skippedIn(runs, workspace) : [];
  if (skipped.some(({ reason }) => reason === undefined)) problems.push('tests skipped without a reason');
  if (totals.passed + totals.failed === 0) problems.push('no test ran');
  if (interrupted) problems.push('interrupted');

  step('times');
  for (const line of timesOf(stages, runs, readStarts(startsFile), workspace)) console.log(line);
  step('result');
  for (const { test, file, reason } of skipped)
    console.log(`skipped: ${test} [${file}]: ${reason ?? 'no reason given'}`);
  for (const { test, file, message } of failedIn(runs, workspace))
    console.log([`failed: ${test ?? 'the file broke'} [${file}]`, ...message].join('\n  '));
  for (const problem of new Set(problems)) console.log(`failed: ${problem}`);
  console.log(closingLine(totals));
  return problems.length === 0 && totals.failed === 0 ? 0 : 1;
}

/** Ends the stage before it. */
function step(title: string): void {
  const now = process.uptime();
  if (current !== undefined) stages.push({ title: current.title, seconds: now - current.begun });
  current = { title, begun: now };
  console.log(`\n▶ ${title} (${String(Math.round(now))} s since the start)`);
}
