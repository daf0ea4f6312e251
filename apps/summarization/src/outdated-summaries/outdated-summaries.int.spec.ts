import { WORKER_DATA_SOURCE } from '@ci/database';
import { until } from '@ci/testing';
import type { DataSource } from 'typeorm';
import type { EngineAnswer } from '../analyse-call/engine-answer.ts';
import { contract, result } from '../analysis/analysis.fixture.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { outdatedSummaries } from './outdated-summaries.ts';

const said = 'They said: "engine":{"name":"embedded","version":"0.1.0"}.';
const engines: Readonly<Record<string, EngineAnswer>> = {
  old: madeBy({ name: 'embedded', version: '1.9.0' }),
  fallen: madeBy({ name: 'embedded', version: '1.9.0', fallback_reason: 'timed_out' }),
  new: madeBy({ name: 'embedded', version: '2.0.0' }),
  model: madeBy({ name: 'llm', version: '1.0.0+some-model' }),
  broken: { kind: 'failed', problem: 'x', final: true },
};

function madeBy(engine: (EngineAnswer & { kind: 'analysed' })['engine']): EngineAnswer {
  return { kind: 'analysed', result: { ...result(contract), overview: said }, engine };
}

let service: TestService;
/** By the end of the call's id, until the test says otherwise. */
let answers = engines;
beforeAll(async () => {
  service = await startTestService({
    engine: {
      analyse: async (input) => {
        const { callId } = JSON.parse(input) as { callId: string };
        return answers[callId.split('_').at(-1) ?? ''] ?? { kind: 'nothing-to-analyse' };
      },
      spentMs: () => 0,
      close: async () => undefined,
    },
  });
});
afterAll(() => service.stop());

async function outdated(workspaceId?: string): Promise<string[]> {
  const found: string[] = [];
  const which = { isOutdated: (version: string) => version.startsWith('1.'), workspaceId };
  for await (const page of outdatedSummaries.pages(service.app.get<DataSource>(WORKER_DATA_SOURCE), which))
    found.push(...page.map(({ callId, revision }) => `${callId.split('_').at(-1)} ${revision}`));
  return found.sort();
}

it('are those of the embedded engine in an older version, whatever was said on the call', async () => {
  const { receive, analysed, sent, workspaceId, sql } = service.world();
  for (const suffix of ['_old', '_fallen', '_new', '_model']) {
    await receive('call.transcribed', { suffix });
    await analysed(1, suffix);
  }
  await receive('call.transcribed', { suffix: '_broken' });
  await until(async () => (await sent('summary.failed')).length === 1);
  expect(await outdated(workspaceId)).toEqual(['fallen 1', 'old 1']);
  expect(await outdated('wsp_other')).toEqual([]);

  // A later analysis that failed took no summary away: it is tried again, as the revision after that one.
  answers = { ...engines, old: { kind: 'failed', problem: 'x', final: true } };
  await receive('call.transcribed', { suffix: '_old', revision: 2 });
  await until(async () => (await sent('summary.failed')).length === 2);
  expect(await outdated(workspaceId)).toEqual(['fallen 1', 'old 2']);

  // What is about to be replaced is not asked for again.
  await sql(`UPDATE analyses SET status = 'pending' WHERE call_id LIKE '%_fallen'`);
  expect(await outdated(workspaceId)).toEqual(['old 2']);
});
