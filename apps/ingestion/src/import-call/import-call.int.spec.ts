import { readFile } from 'node:fs/promises';
import type { CallDetail } from '@ci/contracts';
import {
  reader,
  startIngestion,
  type Refusal,
  type Request,
  type RunningIngestion,
} from '../../test/running-ingestion.ts';

let ingestion: RunningIngestion;
beforeAll(async () => {
  ingestion = await startIngestion();
});
afterAll(() => ingestion.stop());

const said = { rep_id: 'user_dana', started_at: '2026-11-18T09:00:00+01:00' };
const url = (parameters: Record<string, string> = {}, extra = '') =>
  `/v1/calls/import?${new URLSearchParams({ ...said, ...parameters }).toString()}${extra}`;
const fixture = (name: string) => readFile(new URL(`../../../../libs/transcripts/fixtures/${name}`, import.meta.url));
const vtt = (bytes: string | Buffer): Request => ({ bytes, headers: { 'content-type': 'text/vtt' } });
const twoVoices = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nAnn: Hello\n\n00:00:03.000 --> 00:00:04.500\nBob: Hi\n';
const sides = ({ transcript }: CallDetail) => transcript.map(({ speaker }) => speaker);

describe('POST /v1/calls/import', () => {
  it.each([
    ['zoom-sales-call.vtt', 'text/vtt'],
    ['teams-sales-call.vtt', 'text/vtt; charset=utf-8'],
    ['sales-call.srt', 'application/x-subrip'],
    ['zoom-sales-call.vtt', 'text/plain'],
    ['sales-call.srt', 'application/octet-stream'],
  ])('records %s, sent as %s', async (name, type) => {
    const { status, headers, body } = await ingestion.ask('POST', url({ rep_name: 'Dana Reyes' }), {
      bytes: await fixture(name),
      headers: { 'content-type': type },
    });
    expect([status, headers['location']]).toEqual([201, `/v1/calls/${body.id}`]);
    expect(body.created_at).toBe('2026-11-18T08:00:00.000Z');
    expect(new Set(sides(body))).toEqual(new Set(['rep', 'prospect']));
    expect((await ingestion.ask('GET', `/v1/calls/${body.id}`)).body).toEqual(body);
    expect((await ingestion.outbox(body.id)).map(({ topic }) => topic)).toEqual(['call.ended', 'call.transcribed']);
  });

  it('takes what is said in the query', async () => {
    const parameters = {
      prospect_email: ' Bob@ACME.example',
      prospect_name: 'Bob',
      company: 'Acme',
      rep_email: 'ann@northwind.example',
      external_id: 'z-1',
      source: 'zoom',
      timezone: 'America/New_York',
      format: 'vtt',
      rep_name: '',
    };
    const { body } = await ingestion.ask('POST', url(parameters), vtt(twoVoices));
    expect(body).toMatchObject({
      prospect: { email: 'bob@acme.example', name: 'Bob', company: 'Acme' },
      rep: { name: null, email: 'ann@northwind.example' },
      external_id: 'z-1',
      source: 'zoom',
      timezone: 'America/New_York',
      duration_seconds: 5,
    });
  });

  it('says how the speakers were told apart, and lets the caller say it', async () => {
    const guessed = await ingestion.ask('POST', url(), vtt(twoVoices));
    expect([guessed.body.speaker_mapping, sides(guessed.body)]).toEqual(['guessed', ['rep', 'prospect']]);
    const named = await ingestion.ask('POST', url({ prospect_name: 'Ann' }), vtt(twoVoices));
    expect([named.body.speaker_mapping, sides(named.body)]).toEqual(['name', ['prospect', 'rep']]);
    const explicit = await ingestion.ask('POST', url({}, '&speaker=Ann:prospect&speaker=Bob:rep'), vtt(twoVoices));
    expect([explicit.body.speaker_mapping, sides(explicit.body)]).toEqual(['explicit', ['prospect', 'rep']]);
  });

  it('puts U+FFFD in place of what can not be stored', async () => {
    const { body } = await ingestion.ask('POST', url(), vtt(twoVoices.replace('Hello', 'He\0llo')));
    expect(body.transcript[0]?.text).toBe('He\ufffdllo');
  });

  it('the same file again under one external id is the existing call', async () => {
    const first = await ingestion.ask('POST', url({ external_id: 'z-2' }), vtt(twoVoices));
    const again = await ingestion.ask('POST', url({ external_id: 'z-2' }), vtt(twoVoices));
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
    const other = await ingestion.details('POST', url({ external_id: 'z-2' }), vtt(twoVoices.replace('Hi', 'Hey')));
    expect(other).toEqual([409, 'conflict']);
  });

  it('a dry run reports how the file was understood, and records nothing', async () => {
    const count = () => ingestion.dataSource.query('SELECT count(*) FROM events');
    const before = await count();
    const { status, body } = await ingestion.ask<Record<string, unknown>>(
      'POST',
      url({ dry_run: 'true' }),
      vtt(twoVoices),
    );
    expect([status, body['id'], body['speaker_mapping']]).toEqual([200, null, 'guessed']);
    expect(body['import']).toEqual({
      format: 'vtt',
      speakers: [
        { name: 'Ann', side: 'rep' },
        { name: 'Bob', side: 'prospect' },
      ],
      notes: [],
    });
    expect(await count()).toEqual(before);
  });
});

describe('an import that can not be recorded', () => {
  it.each([
    ['a broken time', 'WEBVTT\n\n00:00:01.000 --> 00:0x:02.000\nRep: Hi\n'],
    ['no cue', 'WEBVTT\n\nNOTE nothing here\n'],
    ['another format', 'Dear diary, today I sold nothing.'],
    ['nothing', ''],
  ])('because the file holds %s', async (_name, bytes) => {
    expect(await ingestion.details('POST', url(), vtt(bytes))).toEqual([400, 'invalid_request', 'body']);
  });

  it('lists the formats where it recognises none, also in JSON', async () => {
    const refused = await ingestion.ask<Refusal>('POST', url(), { body: { segments: [] } });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toMatch(/vtt \(WebVTT.*srt/);
  });

  it('because of its parameters and its file, all named at once', async () => {
    const parameters = {
      started_at: '2026-11-18',
      rep_email: 'nobody',
      prospect_email: 'no@body',
      timezone: 'Mars/Olympus',
      speaker: 'Ann:boss',
      dry_run: '1',
      colour: 'red',
      rep_name: 'x'.repeat(201),
    };
    const [status, code, ...fields] = await ingestion.details('POST', url(parameters, '&rep_id=twice'), vtt('nothing'));
    expect([status, code]).toEqual([400, 'invalid_request']);
    expect(fields.toSorted()).toEqual([
      'body',
      'colour',
      'dry_run',
      'prospect_email',
      'rep_email',
      'rep_id',
      'rep_name',
      'speaker',
      'started_at',
      'timezone',
    ]);
  });

  it('because it says neither whose call it was nor when', async () => {
    const refused = await ingestion.details('POST', '/v1/calls/import', vtt(twoVoices));
    expect(new Set(refused)).toEqual(new Set([400, 'invalid_request', 'rep_id', 'started_at']));
  });

  it('because a cue is too long or too late', async () => {
    const long = twoVoices.replace('Hello', 'x'.repeat(10_001));
    expect(await ingestion.details('POST', url(), vtt(long))).toEqual([400, 'invalid_request', 'transcript[0].text']);
    const late = twoVoices.replace('00:00:04.500', '12:00:00.001');
    expect(await ingestion.details('POST', url(), vtt(late))).toEqual([400, 'invalid_request', 'transcript[1].end_ms']);
  });

  it('because its transcript would be too large a message', async () => {
    const cue = (index: number) =>
      `00:00:00.${String(index).padStart(3, '0')} --> 00:00:01.000\nAnn: ${'\u0001'.repeat(9_000)}\n`;
    const bytes = `WEBVTT\n\n${Array.from({ length: 400 }, (_, index) => cue(index)).join('\n')}`;
    expect(await ingestion.details('POST', url(), vtt(bytes))).toEqual([413, 'payload_too_large']);
  });

  it('because of its media type, its size, or a key that only reads', async () => {
    const type = { 'content-type': 'application/pdf' };
    expect(await ingestion.details('POST', url(), { bytes: 'x', headers: type })).toEqual([
      415,
      'unsupported_media_type',
    ]);
    const huge = Buffer.alloc(10 * 1024 * 1024 + 1, 'x');
    expect(await ingestion.details('POST', url(), vtt(huge))).toEqual([413, 'payload_too_large']);
    expect(await ingestion.details('POST', url(), { ...vtt(twoVoices), as: reader })).toEqual([
      403,
      'insufficient_scope',
    ]);
  });
});
