import { EventHeadersSchema, withoutNames } from '@ci/contracts';
import { compileSchema } from '@ci/validation';
import fc from 'fast-check';
import { decodeEnvelope, encodeEnvelope, type RawRecord } from './envelope.ts';
import { rawRecord } from './raw-record.ts';

const topic = 'call.deleted';
const attribute = fc.string({ minLength: 1, maxLength: 60 }).filter((text) => !/\p{Cc}|\p{Cs}/u.test(text));
const sent = fc.record({
  id: fc.uuid(),
  topic: fc.constant(topic),
  workspaceId: attribute,
  source: attribute,
  subject: attribute,
  time: fc.date({ min: new Date('1970-01-01'), max: new Date('2999-01-01'), noInvalidDate: true }),
  schemaVersion: fc.integer({ min: 1, max: 999 }),
});

/** What the broker makes of headers. */
const asBuffers = (headers: Record<string, string>): Record<string, Buffer> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Buffer.from(value)]));

const received = (headers: Record<string, Buffer>, partition = 3, offset = '17'): RawRecord =>
  rawRecord(topic, partition, { key: Buffer.from('call-1'), value: Buffer.from('{}'), offset, headers });

const valid = encodeEnvelope({
  id: '0193b3f0-7c1e-7f00-8000-000000000001',
  topic,
  workspaceId: 'wsp_1',
  source: 'ingestion',
  subject: 'call_1',
  time: new Date('2026-11-20T15:00:00Z'),
  schemaVersion: 1,
});

describe('envelope', () => {
  it('comes back from the wire as it was sent', () => {
    fc.assert(
      fc.property(sent, (message) => {
        const decoded = decodeEnvelope(received(asBuffers(encodeEnvelope(message))));
        expect(decoded).toMatchObject({ ok: true, message: { ...message, key: 'call-1' } });
      }),
    );
  });

  it('is what the contracts say, and nothing beside', () => {
    const traced = encodeEnvelope({
      ...{ id: '0193b3f0-7c1e-7f00-8000-000000000001', topic, workspaceId: 'wsp_1', source: '/ingestion' },
      ...{ subject: 'call_1', time: new Date(0), schemaVersion: 1, traceparent: '00-1-2-01' },
    });
    const check = compileSchema({ ...withoutNames(EventHeadersSchema) });
    expect([check(traced), check(valid)]).toEqual([traced, valid]);
    const { properties, required } = EventHeadersSchema;
    expect(Object.keys({ ...traced, ce_audience: '' }).sort()).toEqual(Object.keys(properties).sort());
    expect([...required].sort()).toEqual(Object.keys(valid).sort());
  });

  it('passes a trace on', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const decoded = decodeEnvelope(received(asBuffers({ ...valid, traceparent })));
    expect(decoded).toMatchObject({ ok: true, message: { traceparent } });
  });

  it('answers for any record at all, with an id, and storable', () => {
    const bytes = fc.uint8Array({ maxLength: 700 }).map((array) => Buffer.from(array));
    const name = fc.oneof(fc.constantFrom(...Object.keys(valid)), fc.string());
    const header = fc.oneof(bytes, fc.string(), fc.array(bytes, { maxLength: 2 }), fc.constant(undefined));
    const record = fc.record({
      key: fc.option(bytes),
      value: fc.option(bytes),
      offset: fc.constant('5'),
      headers: fc.dictionary(name, header),
    });
    fc.assert(
      fc.property(record, (garbage) => {
        const raw = rawRecord(topic, 0, garbage);
        const decoded = decodeEnvelope(raw);
        expect(decoded.id).toMatch(/^[0-9a-f-]{36}$/);
        expect(JSON.stringify({ ...raw, value: '', decoded })).not.toContain('\\u0000');
        expect(raw.key?.length ?? 0).toBeLessThanOrEqual(512);
      }),
    );
  });

  it.each([
    ['a time that is none', { ce_time: 'yesterday' }],
    ['another type than the topic', { ce_type: 'call.ended' }],
    ['another version of CloudEvents', { ce_specversion: '0.3' }],
    ['a schema version that is none', { ce_schemaversion: '1.5' }],
    ['an empty workspace', { ce_workspaceid: '' }],
    ['a control character in the subject', { ce_subject: 'a\u0007b' }],
  ])('names what is wrong: %s', (_, wrong) => {
    const decoded = decodeEnvelope(received(asBuffers({ ...valid, ...(wrong as Record<string, string>) })));
    expect(decoded).toMatchObject({ ok: false, problem: expect.stringContaining(Object.keys(wrong)[0] ?? '') });
  });

  it('gives a message without a valid id one that hangs on its place in the log', () => {
    const headers = asBuffers({ ...valid, ce_id: 'not-a-uuid' });
    const once = decodeEnvelope(received(headers));
    expect(once.ok).toBe(true);
    expect(decodeEnvelope(received(headers)).id).toBe(once.id);
    expect(decodeEnvelope(received(headers, 3, '18')).id).not.toBe(once.id);
    expect(decodeEnvelope(received(headers, 4, '17')).id).not.toBe(once.id);
  });

  it('keeps binary keys apart', () => {
    const keyOf = (key: Buffer) => rawRecord(topic, 0, { key, value: null, offset: '0' }).key;
    expect(keyOf(Buffer.from([0xff, 0xfe]))).toMatch(/^sha256:/);
    expect(keyOf(Buffer.from([0xff, 0xfe]))).not.toBe(keyOf(Buffer.from([0xff, 0xfd])));
    expect(keyOf(Buffer.from('a\0b'))).toMatch(/^sha256:/);
    expect(keyOf(Buffer.alloc(0))).toBeNull();
  });
});
