import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ActionItem, CallDetail, CallSummary } from '@ci/contracts';
import { until } from '@ci/testing';
import { environmentLine, queryDatabase, serviceNames } from '@ci/testing/system';
import type { ApiClient } from './api-client.ts';
import { operate } from './operator.ts';
import { ordinarySystem } from './ordinary-system.ts';
import type { RunningSystem } from './running-system.ts';

let running: RunningSystem;
let [large, small]: ApiClient[] = [];
/** As `.data` of a system that `npm start` has started. */
let folder: string;

beforeAll(async () => {
  running = await ordinarySystem();
  [large, small] = [await running.client('reanalyze-large'), await running.client('reanalyze-small')];
  folder = await mkdtemp(join(tmpdir(), 'reanalyze-'));
  await mkdir(join(folder, 'env'));
  for (const service of serviceNames) {
    const lines = Object.entries(running.system.environments[service]).map(environmentLine);
    await writeFile(join(folder, 'env', `${service}.env`), lines.join('\n'), { mode: 0o600 });
  }
}, 180_000);
afterAll(async () => {
  await rm(folder, { recursive: true });
  await running.stop();
}, 120_000);

/** A call with a summary, and its one action item. */
interface Analysed {
  readonly client: ApiClient;
  readonly id: string;
  readonly item: ActionItem;
}

it('brings old summaries up, one after the other, also when it is interrupted', async () => {
  const old: Analysed[] = [];
  for (const client of [large!, large!, large!, small!]) old.push(await analysedCall(client));
  const [fresh, gone, goneLater] = [await analysedCall(large!), await analysedCall(large!), await analysedCall(large!)];
  for (const { client, item } of old) await client.patch(`/action-items/${item.id}`, { completed: true });
  const { engine } = await summaryOf(fresh);
  await makeOld([...old, gone, goneLater]);
  await gone.client.delete(`/calls/${gone.id}`);

  const list = await outdated(engine.version);
  expect(idsOf(list).toSorted()).toEqual([...old, goneLater].map(({ id }) => id).toSorted());
  const dryRun = await operate(running.system, 'ingestion', ['reanalyze', '--dry-run'], {}, { input: list });
  expect(dryRun).toMatchObject({ code: 0, stdout: expect.stringContaining('5 calls of 2 workspaces') });
  const [slug, version] = ['reanalyze-large', engine.version];
  const [headings, row] = await reanalyzeAll('--engine-before', version, '--workspace', slug, '--dry-run');
  expect([headings, row]).toEqual(['WORKSPACE CALLS', `${large!.workspaceId} 4`]);
  expect(await asked()).toEqual([]);

  // Killed while it waits for its next turn, a minute away.
  await goneLater.client.delete(`/calls/${goneLater.id}`);
  const interrupted = new AbortController();
  const killed = reanalyze(list, ['--rate', '1'], interrupted.signal).catch(() => 'killed');
  await until(async () => (await asked()).length > 0, { timeoutMs: 60_000, describe: 'the first one is asked for' });
  interrupted.abort();
  expect(await killed).toBe('killed');
  const [first] = await asked();
  const brought = old.filter(({ id }) => id === first);
  expect(brought).toHaveLength(1);
  await isThere(brought[0]!, 2);

  // Begun again, with a new list and with the one of before, it does not do again what is done.
  expect(idsOf(await outdated(version))).not.toContain(first);
  const rest = await reanalyzeAll('--engine-before', version, '--workspace', slug, '--rate', '6000');
  expect(rest).toEqual(['2 calls analysed again, 0 failed, 0 passed over']);
  const again = await reanalyze(list, ['--rate', '6000']);
  expect([again.code, again.stdout]).toEqual([0, '1 calls analysed again, 0 failed, 4 passed over']);
  for (const call of old) {
    await isThere(call, 2);
    expect((await summaryOf(call)).engine).toEqual(engine);
    expect(await itemsOf(call)).toMatchObject([{ id: call.item.id, completed: true }]);
  }
  expect((await asked()).toSorted()).toEqual(old.map(({ id }) => id).toSorted());
  expect((await summaryOf(fresh)).revision).toBe(1);
  for (const { client, id } of [gone, goneLater])
    expect((await client.request('GET', `/calls/${id}/summary`)).status).toBe(404);
  expect(idsOf(await outdated(version))).toEqual([]);
}, 300_000);

it('refuses to look for what no engine of this release would make newer', async () => {
  const { code, stdout, stderr } = await operate(running.system, 'summarization', [
    'outdated',
    '--engine-before',
    '999',
  ]);
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('nothing it makes is newer')]);
});

async function analysedCall(client: ApiClient): Promise<Analysed> {
  const { id } = await client.post<CallDetail>('/calls', {
    rep_id: 'rep_1',
    started_at: '2026-11-18T09:00:00Z',
    transcript: [
      { speaker: 'prospect', start_ms: 0, end_ms: 4_000, text: 'Could you send me the offer by Friday?' },
      { speaker: 'rep', start_ms: 4_000, end_ms: 8_000, text: 'Yes, I will send you the offer by Friday.' },
    ],
  });
  await isThere({ client, id }, 1);
  const [item] = await itemsOf({ client, id });
  if (item === undefined) throw new Error('there is no action item');
  return { client, id, item };
}

type CallOf = Pick<Analysed, 'client' | 'id'>;

/** For ingestion, too. */
async function isThere(call: CallOf, revision: number): Promise<void> {
  const { client, id } = call;
  const ready = async () =>
    (await client.get<CallDetail>(`/calls/${id}`)).analysis_status === 'ready' &&
    (await summaryOf(call)).revision === revision;
  await until(ready, { timeoutMs: 60_000, describe: `revision ${revision} is there` });
}

const summaryOf = ({ client, id }: CallOf) => client.get<CallSummary>(`/calls/${id}/summary`);
const itemsOf = async ({ client, id }: CallOf) =>
  (await client.get<{ data: ActionItem[] }>(`/calls/${id}/action-items`)).data;

/** The lists of both workspaces: other files have theirs. */
async function outdated(version: string): Promise<string> {
  const lists = [large!, small!].map(async ({ workspaceId }) => {
    const args = ['outdated', '--engine-before', version, '--workspace', workspaceId];
    const { code, stdout, stderr } = await operate(running.system, 'summarization', args);
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    return stdout;
  });
  return (await Promise.all(lists)).join('\n');
}

const idsOf = (list: string): string[] =>
  list
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { call_id: string }).call_id);

const reanalyze = (input: string, args: readonly string[], signal?: AbortSignal) =>
  operate(running.system, 'ingestion', ['reanalyze', ...args], {}, { input, ...(signal && { signal }) });

/** What `npm run reanalyze` runs: its lines, columns a space apart. */
async function reanalyzeAll(...args: string[]): Promise<string[]> {
  const { root } = running.system.options;
  const program = join(root, 'tools/dev/dist/reanalyze.js');
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder },
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' ').trim());
}

/** Those for whom an analysis was asked, in their order. */
async function asked(): Promise<string[]> {
  const rows = await sql<{ call: string }>(
    `SELECT target ->> 'callId' AS call FROM ingestion.operator_actions
     WHERE action = 'call.reanalyze' AND target ->> 'workspaceId' IN ('${large!.workspaceId}', '${small!.workspaceId}') ORDER BY id`,
  );
  return rows.map(({ call }) => call);
}

/** As an older engine would have left them. */
async function makeOld(calls: readonly CallOf[]): Promise<void> {
  const ids = calls.map(({ id }) => `'${id}'`).join();
  await sql(
    `UPDATE summarization.analyses
     SET summary = regexp_replace(summary, '("engine":\\{[^{}]*"version":")[^"]*', '\\11.0.0') WHERE call_id IN (${ids})`,
  );
}

function sql<Row extends object>(statement: string): Promise<Row[]> {
  const { adminDatabaseUrl: adminUrl, database } = running.system.options;
  return queryDatabase<Row>({ adminUrl, database }, statement);
}
