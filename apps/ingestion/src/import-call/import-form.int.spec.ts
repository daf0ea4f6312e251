import type { CallDetail } from '@ci/contracts';
import {
  alice,
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
const url = () => `/v1/calls/import?${new URLSearchParams(said).toString()}`;
const twoVoices = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nAnn: Hello\n\n00:00:03.000 --> 00:00:04.500\nBob: Hi\n';
const sides = ({ transcript }: CallDetail) => transcript.map(({ speaker }) => speaker);

describe('an import by form', () => {
  const path = '/v1/calls/import';
  const form = (
    fields: readonly (readonly [string, string])[],
    files: readonly (string | Buffer)[] = [twoVoices],
  ): Request => {
    const parts = [
      ...fields.map(([name, value]) => [`name="${name}"`, Buffer.from(value)] as const),
      ...files.map(
        (file) => [`name="file"; filename="call.vtt"\r\nContent-Type: text/vtt`, Buffer.from(file)] as const,
      ),
    ];
    const body = parts.flatMap(([head, value]) => [
      Buffer.from(`--limit\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      value,
      Buffer.from('\r\n'),
    ]);
    return {
      bytes: Buffer.concat([...body, Buffer.from('--limit--\r\n')]),
      headers: { 'content-type': 'multipart/form-data; boundary=limit' },
    };
  };
  const fields = Object.entries(said);

  it('takes the parameters from its fields, or from the query, and the file from its part', async () => {
    const speakers = [
      ['speaker', 'Ann:prospect'],
      ['speaker', 'Bob:rep'],
    ] as const;
    const { status, body } = await ingestion.ask('POST', path, form([...fields, ...speakers, ['company', 'Acmé']]));
    expect([status, sides(body), body.prospect.company]).toEqual([201, ['prospect', 'rep'], 'Acmé']);
    expect((await ingestion.ask('POST', url(), form([]))).status).toBe(201);
  });

  it('is recognised when it is repeated under one idempotency key', async () => {
    const keyed = (files: string[]) => {
      const request = form(fields, files);
      return { ...request, headers: { ...request.headers, 'idempotency-key': 'form-1' } };
    };
    const first = await ingestion.ask('POST', path, keyed([twoVoices]));
    const again = await ingestion.ask('POST', path, keyed([twoVoices]));
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const reused = await ingestion.details('POST', path, keyed([twoVoices.replace('Hi', 'Hey')]));
    expect(reused).toEqual([422, 'idempotency_key_reused']);
  });

  it.each([
    ['no file', form(fields, []), [400, 'invalid_request', 'file']],
    ['two files', form(fields, [twoVoices, twoVoices]), [400, 'invalid_request', 'file']],
    ['another format', form(fields, ['Dear diary']), [400, 'invalid_request', 'file']],
    ['an unknown field', form([...fields, ['colour', 'red']]), [400, 'invalid_request', 'colour']],
    ['a field twice', form([...fields, ['rep_id', 'r2']]), [400, 'invalid_request', 'rep_id']],
    [
      'a field that is too long',
      form([...fields, ['rep_name', 'x'.repeat(20_000)]]),
      [400, 'invalid_request', 'rep_name'],
    ],
    ['a file that is too large', form(fields, [Buffer.alloc(10 * 1024 * 1024 + 1, 'x')]), [413, 'payload_too_large']],
    ['a field named like a property of objects', form([...fields, ['__proto__', 'x']]), [400, 'invalid_request']],
  ])('is refused with %s', async (_name, request, refusal) => {
    expect(await ingestion.details('POST', path, request)).toEqual(refusal);
  });

  it.each([
    [
      'cut off',
      'multipart/form-data; boundary=limit',
      '--limit\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nWEB',
    ],
    ['not one', 'multipart/form-data; boundary=limit', 'hello'],
    ['without a boundary', 'multipart/form-data', 'hello'],
    ['empty', 'multipart/form-data; boundary=limit', ''],
  ])('that is %s gives 400', async (_name, type, bytes) => {
    const { status, body } = await ingestion.ask<Refusal>('POST', url(), { bytes, headers: { 'content-type': type } });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
  });

  it('is read for the caller’s own workspace', async () => {
    const { body } = await ingestion.ask('POST', path, {
      ...form(fields),
      as: { ...alice, workspace: { ...alice.workspace, id: 'wsp_form' } },
    });
    expect((await ingestion.ask('GET', `/v1/calls/${body.id}`)).status).toBe(404);
  });
});
