import { compileSchema } from '@ci/validation';
import { reasonsNotToRead } from './can-read.ts';
import type { JsonSchema } from './event-schema.ts';

const text = { type: 'string' };
const object = (properties: Readonly<Record<string, unknown>>, required = Object.keys(properties), more = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
});
const inData = (schema: object) => object({ value: schema });

function refusalOf(schema: JsonSchema, instance: unknown): unknown {
  try {
    compileSchema(schema)(instance);
    return undefined;
  } catch (error) {
    return error;
  }
}

interface Change {
  readonly what: string;
  readonly before: JsonSchema;
  readonly after: JsonSchema;
  /** What was sent before and is refused after. */
  readonly refusedAfter?: unknown;
  /** What is sent after and was refused before. */
  readonly refusedBefore?: unknown;
}

const closed = { additionalProperties: false };

const incompatible: readonly Change[] = [
  {
    what: 'a field that readers need is taken away',
    before: object({ id: text, title: text }),
    after: object({ id: text }),
    refusedBefore: { id: 'a' },
  },
  {
    what: 'a needed field becomes optional',
    before: object({ id: text }),
    after: object({ id: text }, []),
    refusedBefore: {},
  },
  {
    what: 'a field that readers need is added',
    before: object({ id: text }),
    after: object({ id: text, title: text }),
    refusedAfter: { id: 'a' },
  },
  {
    what: 'an optional field becomes needed',
    before: object({ id: text }, []),
    after: object({ id: text }),
    refusedAfter: {},
  },
  {
    what: 'a type is changed',
    before: inData(text),
    after: inData({ type: 'integer' }),
    refusedAfter: { value: 'a' },
    refusedBefore: { value: 1 },
  },
  {
    what: 'a type is widened',
    before: inData({ type: 'integer' }),
    after: inData({ type: 'number' }),
    refusedBefore: { value: 0.5 },
  },
  {
    what: 'null is let in',
    before: inData(text),
    after: inData({ type: ['string', 'null'] }),
    refusedBefore: { value: null },
  },
  {
    what: 'null is shut out',
    before: inData({ anyOf: [object({ id: text }), { type: 'null' }] }),
    after: inData(object({ id: text })),
    refusedAfter: { value: null },
  },
  {
    what: 'a word of a list is taken away',
    before: inData({ type: 'string', enum: ['won', 'lost'] }),
    after: inData({ type: 'string', enum: ['won'] }),
    refusedAfter: { value: 'lost' },
  },
  {
    what: 'a word is added to a list',
    before: inData({ type: 'string', enum: ['won'] }),
    after: inData({ type: 'string', enum: ['won', 'lost'] }),
    refusedBefore: { value: 'lost' },
  },
  {
    what: 'a list of words is given up',
    before: inData({ type: 'string', enum: ['won'] }),
    after: inData(text),
    refusedBefore: { value: 'open' },
  },
  {
    what: 'a format is asked for',
    before: inData(text),
    after: inData({ type: 'string', format: 'date' }),
    refusedAfter: { value: 'today' },
  },
  {
    what: 'a format becomes another',
    before: inData({ type: 'string', format: 'date' }),
    after: inData({ type: 'string', format: 'date-time' }),
    refusedAfter: { value: '2026-11-20' },
    refusedBefore: { value: '2026-11-20T15:00:00.000Z' },
  },
  {
    what: 'a smallest value is raised',
    before: inData({ type: 'integer', minimum: 0 }),
    after: inData({ type: 'integer', minimum: 1 }),
    refusedAfter: { value: 0 },
  },
  {
    what: 'a largest value is raised',
    before: inData({ type: 'integer', maximum: 10 }),
    after: inData({ type: 'integer', maximum: 100 }),
    refusedBefore: { value: 11 },
  },
  {
    what: 'a greatest length is set',
    before: inData(text),
    after: inData({ type: 'string', maxLength: 2 }),
    refusedAfter: { value: 'abc' },
  },
  {
    what: 'lists may hold more',
    before: inData({ type: 'array', items: text, maxItems: 1 }),
    after: inData({ type: 'array', items: text, maxItems: 2 }),
    refusedBefore: { value: ['a', 'b'] },
  },
  {
    what: 'what lists hold is changed',
    before: inData({ type: 'array', items: object({ id: text }) }),
    after: inData({ type: 'array', items: object({ id: text, title: text }) }),
    refusedAfter: { value: [{ id: 'a' }] },
  },
  {
    what: 'an optional field that closed readers do not know is added',
    before: object({ id: text }, ['id'], closed),
    after: object({ id: text, title: text }, ['id'], closed),
    refusedBefore: { id: 'a', title: 'b' },
  },
  {
    what: 'an object is closed and forgets a field',
    before: object({ id: text, title: text }, ['id']),
    after: object({ id: text }, ['id'], closed),
    refusedAfter: { id: 'a', title: 'b' },
  },
];

describe('a change that somebody could not bear', () => {
  it.each(incompatible)('$what', ({ before, after, ...sent }) => {
    expect(reasonsNotToRead(before, after).length > 0).toBe('refusedAfter' in sent);
    expect(reasonsNotToRead(after, before).length > 0).toBe('refusedBefore' in sent);
    // The messages show that it is so: valid where they come from, refused where they go to.
    if ('refusedAfter' in sent) {
      expect(refusalOf(before, sent.refusedAfter)).toBeUndefined();
      expect(refusalOf(after, sent.refusedAfter)).toBeDefined();
    }
    if ('refusedBefore' in sent) {
      expect(refusalOf(after, sent.refusedBefore)).toBeUndefined();
      expect(refusalOf(before, sent.refusedBefore)).toBeDefined();
    }
  });

  it('is told with its place', () => {
    const segments = (schema: object) => object({ segments: { type: 'array', items: object({ text: schema }) } });
    expect(reasonsNotToRead(segments(text), segments({ type: 'string', maxLength: 9 }))).toEqual([
      'data.segments[].text may pass maxLength 9',
    ]);
  });
});

describe('a change that everybody can bear', () => {
  const call = object({ id: text, outcome: { type: ['string', 'null'], enum: ['won', null] } });
  it.each<[string, JsonSchema, JsonSchema]>([
    ['an optional field comes or goes', object({ id: text }), object({ id: text, title: text }, ['id'])],
    [
      'the same deep inside',
      inData({ type: 'array', items: object({}) }),
      inData({ type: 'array', items: object({ title: text }, []) }),
    ],
    ['words for people', { ...call, description: 'A call.' }, { ...call, title: 'call', examples: [{}] }],
    ['another order', call, object(Object.fromEntries(Object.entries(call.properties).reverse()), ['outcome', 'id'])],
    [
      'null written another way',
      inData({ type: ['string', 'null'] }),
      inData({ anyOf: [{ type: 'null' }, { type: 'string' }] }),
    ],
    ['an object is closed and knows every field', object({ id: text }), object({ id: text }, ['id'], closed)],
  ])('%s', (_what, before, after) => {
    expect(reasonsNotToRead(before, after)).toEqual([]);
    expect(reasonsNotToRead(after, before)).toEqual([]);
  });
});

describe('a schema that says what nobody here can judge', () => {
  it.each<[string, JsonSchema]>([
    ['keyword pattern', { type: 'string', pattern: '^a' }],
    ['keyword $ref', { type: 'object', properties: {}, $ref: '#' }],
    ['keyword oneOf', { type: 'string', oneOf: [] }],
    ['keyword minimum', { type: 'string', minimum: 1 }],
    ['has no type', {}],
    ['is of the type file', { type: 'file' }],
    ['anyOf beside other keywords', { type: 'string', anyOf: [{ type: 'null' }] }],
    ['has no items', { type: 'array' }],
    ['has no properties', { type: 'object' }],
    ['schema of additionalProperties', { ...object({}), additionalProperties: text }],
    ['asks for id and does not say what it is', object({}, ['id'])],
  ])('is refused: %s', (problem, schema) => {
    expect(() => reasonsNotToRead(inData(schema), inData(schema))).toThrow(problem);
  });
});
