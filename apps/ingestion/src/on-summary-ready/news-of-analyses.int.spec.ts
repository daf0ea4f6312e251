import { randomUUID } from 'node:crypto';
import { eventExamples, type CallDetail, type EventData } from '@ci/contracts';
import { alice, bob, helloCall, startIngestion, type RunningIngestion } from '../../test/running-ingestion.ts';

let ingestion: RunningIngestion;
beforeAll(async () => {
  ingestion = await startIngestion();
});
afterAll(() => ingestion.stop());

type News = 'summary.ready' | 'summary.failed';

/** The example of the contract, about a call that is there. */
function news<Topic extends News>(
  topic: Topic,
  callId: string,
  change: Partial<EventData<Topic>> = {},
): EventData<Topic> {
  const text = JSON.stringify(eventExamples[topic]).replaceAll(eventExamples['call.ended'].call.id, callId);
  return { ...(JSON.parse(text) as EventData<Topic>), ...change };
}

const workspace = alice.workspace.id;
const ready = (id: string, change: Partial<EventData<'summary.ready'>> = {}) =>
  ingestion.receive('summary.ready', workspace, news('summary.ready', id, change));
const failed = (id: string, change: Partial<EventData<'summary.failed'>> = {}) =>
  ingestion.receive('summary.failed', workspace, news('summary.failed', id, change));
const shown = async (id: string) => {
  const { analysis_status, coaching_score, outcome, outcome_source } = (await ingestion.ask('GET', `/v1/calls/${id}`))
    .body;
  return { analysis_status, coaching_score, outcome, outcome_source };
};
const eventsOf = async (id: string): Promise<string[]> => {
  const rows: { event_type: string }[] = await ingestion.dataSource.query(
    'SELECT event_type FROM events WHERE stream_id = $1 ORDER BY version',
    [`call-${id}`],
  );
  return rows.map(({ event_type }) => event_type);
};

describe('summary.ready', () => {
  it('gives the call its score and its inferred outcome, once', async () => {
    const { id } = await ingestion.record(helloCall);
    expect(await ready(id)).toBe('handled');
    expect(await ready(id)).toBe('ignored');
    expect(await shown(id)).toEqual({
      analysis_status: 'ready',
      coaching_score: 68,
      outcome: 'follow_up',
      outcome_source: 'inferred',
    });
    expect(await eventsOf(id)).toEqual(['CallRecorded', 'CallAnalysed']);
    const { body } = await ingestion.ask<{ data: CallDetail[] }>('GET', '/v1/calls?outcome=follow_up&limit=100');
    expect(body.data.map((call) => call.id)).toContain(id);
  });

  it('never overwrites an outcome that a client gave', async () => {
    const { id } = await ingestion.record({ ...helloCall, outcome: 'lost' });
    await ready(id, { outcome: 'lost', outcome_source: 'provided' });
    expect(await shown(id)).toMatchObject({ analysis_status: 'ready', outcome: 'lost', outcome_source: 'provided' });
  });

  it('says what the outcome is once a client takes its own back', async () => {
    const { id } = await ingestion.record({ ...helloCall, outcome: 'lost' });
    await ready(id, { outcome: 'lost', outcome_source: 'provided', outcome_inferred: 'follow_up' });
    await ingestion.ask('PATCH', `/v1/calls/${id}`, { body: { outcome: null } });
    expect(await shown(id)).toMatchObject({ outcome: 'follow_up', outcome_source: 'inferred' });
  });

  it('moves updated_at', async () => {
    const { id, updated_at } = await ingestion.record(helloCall);
    await ready(id);
    const { body } = await ingestion.ask('GET', `/v1/calls/${id}`);
    expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse(updated_at));
  });

  it('about an unknown call or another workspace’s call changes nothing', async () => {
    expect(await ready(`call_${randomUUID()}`)).toBe('ignored');
    const { id } = await ingestion.record(helloCall, bob);
    expect(await ready(id)).toBe('ignored');
    expect(await eventsOf(id)).toEqual(['CallRecorded']);
  });
});

describe('summary.failed', () => {
  it('ends the analysis, once', async () => {
    const { id } = await ingestion.record(helloCall);
    expect(await failed(id)).toBe('handled');
    expect(await failed(id)).toBe('ignored');
    expect(await shown(id)).toEqual({
      analysis_status: 'failed',
      coaching_score: null,
      outcome: 'no_outcome',
      outcome_source: 'inferred',
    });
  });
});

describe('news out of turn', () => {
  it('of two revisions ends in the same place in either order', async () => {
    const ends = [];
    for (const order of [
      [1, 2],
      [2, 1],
      [2, 2, 1, 1],
    ]) {
      const { id } = await ingestion.record(helloCall);
      for (const revision of order) await ready(id, { revision });
      for (const revision of order) await failed(id, { revision });
      ends.push(await shown(id));
    }
    expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1);
  });
});

describe('every example of the contract', () => {
  it.each(['summary.ready', 'summary.failed'] as const)('%s is understood', async (topic) => {
    const { id } = await ingestion.record(helloCall);
    expect(await ingestion.receive(topic, workspace, news(topic, id))).toBe('handled');
    expect(await ingestion.receive(topic, workspace, eventExamples[topic])).toBe('ignored');
  });
});
