import { eventExamples } from '@ci/contracts';
import { WORKER_DATA_SOURCE } from '@ci/database';
import type { DataSource } from 'typeorm';
import { alice, helloCall, startIngestion, type RunningIngestion } from '../../test/running-ingestion.ts';
import { operatorsReanalysis } from './operators-reanalysis.ts';

let ingestion: RunningIngestion;
beforeAll(async () => {
  ingestion = await startIngestion();
});
afterAll(() => ingestion.stop());

const workspaceId = alice.workspace.id;
const reanalysis = () => operatorsReanalysis(ingestion.app.get<DataSource>(WORKER_DATA_SOURCE));
const outdated = (callId: string, revision = 1) => ({ workspaceId, callId, revision });
const ask = (callId: string, revision = 1) => reanalysis().ask(outdated(callId, revision), 'dana');
const ended = async (callId: string) => (await reanalysis().ended([outdated(callId)])).get(callId);

async function analysed(callId: string, revision: number): Promise<void> {
  const example = eventExamples['summary.ready'];
  const summary = { ...example.summary, call_id: callId };
  const call = { ...example.call, id: callId };
  await ingestion.receive('summary.ready', workspaceId, { ...example, call, summary, revision });
}

async function analysedCall(): Promise<string> {
  const { id } = await ingestion.record(helloCall);
  await analysed(id, 1);
  return id;
}

describe('an operator’s re-analysis', () => {
  it('sends what the endpoint sends, in the background, and is recorded', async () => {
    const id = await analysedCall();
    expect(await ask(id)).toBe(true);
    const last = (await ingestion.outbox(id)).at(-1);
    expect(last).toMatchObject({ topic: 'call.transcribed', data: { revision: 2, background: true } });
    expect(last?.data).not.toHaveProperty('segments');
    const actions = await ingestion.dataSource.query(
      `SELECT actor, action FROM operator_actions WHERE target ->> 'callId' = '${id}'`,
    );
    expect(actions).toEqual([{ actor: 'dana', action: 'call.reanalyze' }]);
    expect(await ended(id)).toBeUndefined();
    await analysed(id, 2);
    expect(await ended(id)).toBe('done');
  });

  it('that fails is told as such', async () => {
    const id = await analysedCall();
    await ask(id);
    const example = eventExamples['summary.failed'];
    await ingestion.receive('summary.failed', workspaceId, {
      ...example,
      call: { ...example.call, id },
      revision: 2,
      reason: 'engine_failed',
    });
    expect(await ended(id)).toBe('failed');
  });

  it('leaves a call alone that is deleted, or was analysed again since', async () => {
    const [gone, newer, unknown] = [await analysedCall(), await analysedCall(), 'call_unknown'];
    await ask(gone);
    await ingestion.ask('DELETE', `/v1/calls/${gone}`);
    await ingestion.ask('POST', `/v1/calls/${newer}/reanalyze`);
    expect([await ended(gone), await ask(gone), await ask(newer), await ask(unknown)]).toEqual([
      'passed-over',
      false,
      false,
      false,
    ]);
    await analysed(newer, 2);
    expect(await ask(newer)).toBe(false);
  });

  it('is not asked for twice by two operators', async () => {
    const id = await analysedCall();
    expect((await Promise.all([ask(id), ask(id)])).toSorted()).toEqual([false, true]);
  });
});
