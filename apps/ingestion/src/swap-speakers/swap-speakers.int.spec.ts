import { eventExamples } from '@ci/contracts';
import { sendTogether } from '@ci/database';
import { load } from '@ci/event-store';
import { alice, bob, helloCall, reader, startIngestion, type RunningIngestion } from '../../test/running-ingestion.ts';
import { callEvents } from '../call/call.events.ts';
import { projectTranscript } from '../call-detail/call-transcript.projector.ts';
import { callStream } from '../call/call-stream.ts';

let ingestion: RunningIngestion;
beforeAll(async () => {
  ingestion = await startIngestion();
});
afterAll(() => ingestion.stop());

const transcript = [
  { speaker: 'rep', start_ms: 0, end_ms: 900, text: 'The price “is” high.' },
  { speaker: 'prospect', start_ms: 900, end_ms: 1_800, text: 'I can send you an offer.' },
] as const;
const swapped = [
  { ...transcript[0], speaker: 'prospect' },
  { ...transcript[1], speaker: 'rep' },
];

const swap = (id: string, headers: Record<string, string> = {}) =>
  ingestion.ask('PATCH', `/v1/calls/${id}/speakers`, { body: { swap: true }, headers });

const analyse = async (callId: string, revision: number) => {
  const example = eventExamples['summary.ready'];
  const { call, summary } = example;
  await ingestion.receive('summary.ready', alice.workspace.id, {
    ...example,
    call: { ...call, id: callId },
    summary: { ...summary, call_id: callId },
    revision,
  });
};

describe('PATCH /v1/calls/{id}/speakers', () => {
  it('exchanges the sides and has the call analyzed again', async () => {
    const { id } = await ingestion.record({ ...helloCall, transcript });
    await analyse(id, 1);
    const { status, body } = await swap(id);
    expect([status, body.transcript, body.speaker_mapping, body.analysis_status]).toEqual([
      200,
      swapped,
      'explicit',
      'pending',
    ]);
    expect((await ingestion.ask('GET', `/v1/calls/${id}`)).body).toEqual(body);
    expect((await ingestion.outbox(id)).at(-1)).toMatchObject({ topic: 'call.transcribed', data: { revision: 2 } });
  });

  it('done twice, also during the analysis, leaves the sides as they were recorded', async () => {
    const { id } = await ingestion.record({ ...helloCall, transcript });
    await swap(id);
    const { status, body } = await swap(id);
    expect([status, body.transcript]).toEqual([200, transcript]);
    expect((await ingestion.outbox(id)).at(-1)).toMatchObject({ topic: 'call.transcribed', data: { revision: 3 } });
  });

  it('is done once under one idempotency key', async () => {
    const { id } = await ingestion.record({ ...helloCall, transcript });
    const headers = { 'idempotency-key': `swap ${id}` };
    const first = await swap(id, headers);
    const again = await swap(id, headers);
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([200, 200, 'true']);
    expect((await ingestion.ask('GET', `/v1/calls/${id}`)).body.transcript).toEqual(swapped);
  });

  it('is projected twice to the same sides', async () => {
    const { id } = await ingestion.record({ ...helloCall, transcript });
    await swap(id);
    await ingestion.dataSource.transaction(async (tx) => {
      const stored = await load(tx, callStream({ workspaceId: alice.workspace.id, callId: id }).id, callEvents);
      await sendTogether(tx, projectTranscript(stored.events));
      await sendTogether(tx, projectTranscript(stored.events.slice(-1)));
    });
    expect((await ingestion.ask('GET', `/v1/calls/${id}`)).body.transcript).toEqual(swapped);
  });

  it('changes nothing of what was said, not even where it looks like a side', async () => {
    const words = String.raw`Your export says {"speaker":"rep","text":"\"speaker\":\"prospect\""}, "speaker":"rep"`;
    const { id } = await ingestion.record({
      ...helloCall,
      transcript: [{ ...transcript[0], text: words }, transcript[1]],
    });
    expect((await swap(id)).body.transcript).toEqual([{ ...swapped[0], text: words }, swapped[1]]);
  });

  it.each([[{}], [{ swap: false }], [{ swap: 'true' }], [{ map: { Ann: 'rep' } }]])('refuses %j', async (body) => {
    const { id } = await ingestion.record({ ...helloCall, transcript });
    const answer = await ingestion.details('PATCH', `/v1/calls/${id}/speakers`, { body });
    expect(answer).toEqual([400, 'invalid_request', 'swap']);
  });

  it('conflicts where nothing was said', async () => {
    const { id } = await ingestion.record({ ...helloCall, transcript: [], duration_seconds: 10 });
    const { status } = await swap(id);
    expect(status).toBe(409);
  });

  it('is refused to readers, and knows no call of another workspace', async () => {
    const { id } = await ingestion.record({ ...helloCall, transcript });
    const body = { swap: true };
    expect((await ingestion.ask('PATCH', `/v1/calls/${id}/speakers`, { as: reader, body })).status).toBe(403);
    expect((await ingestion.ask('PATCH', `/v1/calls/${id}/speakers`, { as: bob, body })).status).toBe(404);
  });

  it('leaves nothing behind when the call is deleted', async () => {
    const words = 'Xylophone quartz';
    const { id } = await ingestion.record({ ...helloCall, transcript: [{ ...transcript[0], text: words }] });
    await swap(id);
    await ingestion.ask('DELETE', `/v1/calls/${id}`);
    expect((await swap(id)).status).toBe(404);
    for (const table of ['call_transcripts', 'events', 'outbox']) {
      const rows = await ingestion.dataSource.query(`SELECT * FROM "${table}"`);
      expect([table, JSON.stringify(rows)]).toEqual([table, expect.not.stringMatching(/xylophone/i)]);
    }
  });
});
