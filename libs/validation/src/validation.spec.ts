import { DomainError, type ErrorDetail } from '@ci/domain';
import fc from 'fast-check';
import { compileSchema } from './compile-schema.ts';
import { parseInstant, timestamp } from './instant.ts';
import { assertNoNul, findUnstorableText } from './unstorable-text.ts';

describe('parseInstant', () => {
  it.each([
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02t03:04:05.6789z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05.6+02:00', '2026-01-02T01:04:05.600Z'],
    ['2026-01-02T03:04:05-00:30', '2026-01-02T03:34:05.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0050-01-01T00:00:00Z', '0050-01-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ])('reads %s', (text, instant) => expect(timestamp(parseInstant(text) ?? new Date(NaN))).toBe(instant));

  it.each([
    '2026-01-02',
    '2026-01-02T03:04:05',
    '2026-01-02 03:04:05Z',
    '2026-01-02T03:04Z',
    '2026-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:61Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+0200',
    '2026-01-01T00:00:00Z ',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '+12026-01-01T00:00:00Z',
    '1767323045',
    'now',
    '',
  ])('refuses %j', (text) => expect(parseInstant(text)).toBeUndefined());

  it('gives back what timestamp wrote', () => {
    const dates = fc.date({
      noInvalidDate: true,
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
    });
    fc.assert(fc.property(dates, (date) => parseInstant(timestamp(date))?.getTime() === date.getTime()));
  });
});

describe('findUnstorableText', () => {
  it.each([
    [{ a: [{ b: 'x\0' }] }, 'a[0].b'],
    ['\ud800', ''],
    [['ok', '\udc00x'], '[1]'],
    [{ ok: 'ä 🙂', metadata: { 'k\0': 1 } }, 'metadata.k\ufffd'],
    [{ a: { '\ud800': 1 } }, 'a.\ufffd'],
  ])('finds the text in %j', (value, path) => expect(findUnstorableText(value)).toBe(path));

  it('passes everything else', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        expect(findUnstorableText(value) === undefined).toBe(!text.includes('\\u0000') && !/\\ud[89a-f]/.test(text));
      }),
    );
  });

  it('stops at a depth that no honest body has', () => {
    let value: unknown = 'x';
    for (let depth = 0; depth < 50_000; depth += 1) value = [value];
    expect(() => assertNoNul(value)).toThrow('must not be nested more than 100 levels deep');
    expect(() => assertNoNul({ a: ['fine'] })).not.toThrow();
  });
});

describe('compileSchema', () => {
  const segment = {
    $id: 'Segment',
    type: 'object',
    required: ['start_ms', 'text'],
    properties: {
      start_ms: { type: 'integer', minimum: 0 },
      text: { type: 'string', maxLength: 20 },
      speaker: { enum: ['rep', 'prospect'] },
    },
  };
  const schema = {
    $id: 'CreateCall',
    type: 'object',
    required: ['rep_id', 'transcript'],
    properties: {
      rep_id: { type: 'string' },
      started_at: { type: 'string', format: 'date-time' },
      outcome: { anyOf: [{ const: 'won' }, { const: 'lost' }, { type: 'null' }] },
      title: { type: ['string', 'null'] },
      transcript: { type: 'array', maxItems: 20_000, items: segment },
      first: segment,
      metadata: { type: 'object', maxProperties: 2, additionalProperties: { type: 'string' } },
    },
  };
  const check = compileSchema<{ rep_id: string }>(schema);
  const problems = (value: unknown): Record<string, string> => {
    try {
      check(value);
    } catch (error) {
      if (error instanceof DomainError)
        return Object.fromEntries((error.details ?? []).map(({ field, message }) => [field, message]));
      throw error;
    }
    return {};
  };
  const good = { rep_id: 'r', transcript: [{ start_ms: 0, text: 'hi' }], unknown: { fields: 'pass' } };

  it('returns what fits, as it is', () => {
    expect(check(good)).toBe(good);
  });

  it('names every wrong field, elements by their index', () => {
    const wrong = {
      started_at: '2026-02-30T00:00:00Z',
      outcome: 'draw',
      title: 5,
      transcript: [
        { start_ms: 0, text: 'hi' },
        { start_ms: -1 },
        'x',
        { start_ms: 1.5, text: 'x'.repeat(21), speaker: 'bot' },
      ],
      metadata: { a: 'x', '0': 1, c: 'y' },
    };
    expect(problems(wrong)).toEqual({
      rep_id: 'is required',
      started_at: 'must be an RFC 3339 timestamp with a zone',
      outcome: 'must be one of won, lost or null',
      title: 'must be a string or null',
      'transcript[1].text': 'is required',
      'transcript[1].start_ms': 'must be >= 0',
      'transcript[2]': 'must be an object',
      'transcript[3].start_ms': 'must be an integer',
      'transcript[3].text': 'must not have more than 20 characters',
      'transcript[3].speaker': 'must be one of rep, prospect',
      metadata: 'must not have more than 2 properties',
      'metadata.0': 'must be a string',
    });
  });

  it.each([[undefined], [null], [[]], ['text']])('refuses the body %j', (body) => {
    expect(problems(body)).toEqual({ body: 'must be an object' });
  });

  it('names a text that cannot be stored beside what else is wrong', () => {
    expect(problems({ ...good, rep_id: 1, unknown: 'a\0' })).toMatchObject({
      unknown: expect.stringContaining('NUL') as unknown,
      rep_id: 'must be a string',
    });
  });

  it('names a field once, by what is found further, then by the allowed values', () => {
    const word = { type: ['string', 'null'], enum: ['won', 'lost', null] };
    const url = { type: 'string', format: 'uri', maxLength: 30 };
    const body = compileSchema({ type: 'object', properties: { word, url, sure: { type: 'boolean', const: true } } });
    const said = (value: object, further: readonly ErrorDetail[] = []) => {
      try {
        return body(value, () => further);
      } catch (error) {
        return error instanceof DomainError && error.details;
      }
    };
    expect(said({ word: 7, sure: 'true' })).toEqual([
      { field: 'word', message: 'must be one of won, lost, or null' },
      { field: 'sure', message: 'must be true' },
    ]);
    const further = [{ field: 'url', message: 'must be public' }];
    expect(said({ url: 'no URL', word: 'x' }, further)).toEqual([
      ...further,
      { field: 'word', message: 'must be one of won, lost, or null' },
    ]);
    expect(said({ url: 'https://bücher.example/' }, further)).toEqual(further);
    expect(said({ url: 'https://bücher.example/' })).toEqual({ url: 'https://bücher.example/' });
  });

  it('lists at most 100, and does not drown in a body that is wrong a million times', () => {
    expect(Object.keys(problems({ ...good, transcript: Array.from({ length: 20_000 }, () => 0) }))).toHaveLength(100);
    expect(problems({ ...good, transcript: Array.from({ length: 1_000_000 }, () => 0) })).toEqual({
      transcript: 'must not have more than 20000 items',
    });
  });

  it('follows references to schemas it is given', () => {
    const list = compileSchema({ type: 'array', items: { $ref: 'Segment' } }, { references: [segment] });
    expect(() => list([{ start_ms: 0 }])).toThrow(expect.objectContaining({ param: '[0].text' }));
  });
});
