import fc from 'fast-check';
import type { JsonSchema } from '../src/events/compatibility/event-schema.ts';

type Fields = Readonly<Record<string, { readonly schema: JsonSchema; readonly needed: boolean }>>;

const names = fc.constantFrom('id', 'call', 'title', 'score', 'notes');
const words = fc.uniqueArray(fc.constantFrom('won', 'lost', 'open', 'closed'), { minLength: 1, maxLength: 3 });
const bounds = fc.record({ least: fc.integer({ min: 0, max: 3 }), more: fc.integer({ min: 0, max: 4 }) });
const kindOrNull = (kind: string) => fc.constantFrom(kind, [kind, 'null'], ['null', kind]);

const leaves: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constantFrom({ type: 'boolean' }, { type: 'null' }, { type: ['string', 'boolean'] }),
  kindOrNull('string').map((type) => ({ type })),
  fc.tuple(kindOrNull('string'), fc.constantFrom('date', 'date-time')).map(([type, format]) => ({ type, format })),
  fc.tuple(kindOrNull('string'), bounds).map(([type, { least, more }]) => {
    return { type, minLength: least, maxLength: least + more };
  }),
  words.map((list) => ({ type: 'string', enum: list })),
  words.map((list) => ({ type: ['string', 'null'], enum: [...list, null] })),
  fc.tuple(kindOrNull('integer'), bounds).map(([type, { least, more }]) => {
    return { type, minimum: least, maximum: least + more };
  }),
  fc.tuple(kindOrNull('number'), bounds).map(([type, { least }]) => ({ type, minimum: least })),
);

/** Schemas of the kind that events are written in. */
export const schemas: fc.Arbitrary<JsonSchema> = fc.letrec<{ any: JsonSchema; object: JsonSchema }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaves,
    tie('object'),
    fc.tuple(tie('any'), fc.nat(3)).map(([items, maxItems]) => ({ type: 'array', items, maxItems })),
    fc.tuple(tie('any'), leaves).map((anyOf) => ({ anyOf })),
  ),
  object: fc
    .tuple(
      fc.dictionary(names, fc.record({ schema: tie('any'), needed: fc.boolean() }), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
      fc.boolean(),
    )
    .map(([fields, open]) => objectOf(fields, open)),
})).object;

/** The same schema, changed in some places or in none: sometimes as readers and writers can bear it, sometimes not. */
export function changed(schema: JsonSchema): fc.Arbitrary<JsonSchema> {
  const rarely = (other: fc.Arbitrary<JsonSchema>, mostly: fc.Arbitrary<JsonSchema>) =>
    fc.oneof({ weight: 7, arbitrary: mostly }, { weight: 1, arbitrary: other });
  if (isObject(schema)) return rarely(leaves, changedObject(schema));
  const { items } = schema;
  if (items === undefined) return rarely(fc.oneof(leaves, nearby(schema)), fc.constant(schema));
  return changed(items as JsonSchema).chain((inner) =>
    fc.constantFrom({ ...schema, items: inner }, { ...schema, items: inner }, { type: 'array', items: inner }),
  );
}

/** A schema of the same kinds with other limits, or other words. */
function nearby(schema: JsonSchema): fc.Arbitrary<JsonSchema> {
  const { enum: list } = schema;
  if (Array.isArray(list))
    return words.map((other) => ({ ...schema, enum: [...other, ...list.filter((word) => word === null)] }));
  const limits = Object.entries(schema).filter(([, value]) => typeof value === 'number');
  if (limits.length === 0) return fc.constant(schema);
  return fc.tuple(fc.constantFrom(...limits), fc.constantFrom(-1, 1)).map(([[name, limit], step]) => {
    return { ...schema, [name]: Math.max(0, (limit as number) + step) };
  });
}

/** The same schema, changed as the rules of this repository allow: optional fields come and go, at any depth of open objects. */
export function grown(schema: JsonSchema, fresh: readonly string[]): fc.Arbitrary<JsonSchema> {
  if (isObject(schema)) {
    const inner = Object.entries(fieldsOf(schema)).map(([name, { schema: field, needed }]) =>
      fc.tuple(grown(field, fresh), fc.boolean()).map(([after, goes]) => {
        return needed || !goes ? [[name, { schema: after, needed }] as const] : [];
      }),
    );
    const added = fc
      .subarray([...fresh])
      .chain((chosen) =>
        fc.tuple(...chosen.map((name) => leaves.map((leaf) => [name, { schema: leaf, needed: false }] as const))),
      );
    return fc
      .tuple(fc.tuple(...inner), added)
      .map(([kept, more]) => objectOf(Object.fromEntries([...kept.flat(), ...more]), true));
  }
  const { items } = schema;
  if (items === undefined) return fc.constant({ ...schema, description: 'Said in other words.' });
  return grown(items as JsonSchema, fresh).map((inner) => ({ ...schema, items: inner }));
}

/** What a sender with this schema may send: the fields that it names, and no others. */
export function instancesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { anyOf, type, enum: list } = schema;
  if (Array.isArray(anyOf)) return fc.oneof(...(anyOf as JsonSchema[]).map(instancesOf));
  if (Array.isArray(list)) return fc.constantFrom(...(list as unknown[]));
  const kinds = (Array.isArray(type) ? type : [type]) as readonly string[];
  return fc.oneof(...kinds.map((kind) => valuesOf(kind, schema)));
}

/** All of its objects, open. */
export function opened(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) => (key === 'additionalProperties' ? undefined : value));
  return JSON.parse(text) as JsonSchema;
}

function valuesOf(kind: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  const bound = (name: string, otherwise: number) => (schema[name] as number | undefined) ?? otherwise;
  switch (kind) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: bound('minimum', -9), max: bound('maximum', 99) });
    case 'number':
      return fc.double({ min: bound('minimum', -9), max: bound('maximum', 99), noNaN: true });
    case 'string':
      if (schema['format'] === 'date') return fc.constantFrom('2026-11-20', '1999-01-31');
      if (schema['format'] === 'date-time') return fc.constantFrom('2026-11-20T15:00:00.000Z');
      return fc.string({ minLength: bound('minLength', 0), maxLength: bound('maxLength', 12) });
    case 'array':
      return fc.array(instancesOf(schema['items'] as JsonSchema), { maxLength: bound('maxItems', 4) });
    default:
      return objectsOf(schema);
  }
}

function objectsOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(fieldsOf(schema));
  const model = Object.fromEntries(fields.map(([name, { schema: field }]) => [name, instancesOf(field)]));
  return fc.record(model, { requiredKeys: fields.filter(([, { needed }]) => needed).map(([name]) => name) });
}

function changedObject(schema: JsonSchema): fc.Arbitrary<JsonSchema> {
  const often = <T>(mostly: T, sometimes: T) =>
    fc.oneof({ weight: 6, arbitrary: fc.constant(mostly) }, { weight: 1, arbitrary: fc.constant(sometimes) });
  const kept = Object.entries(fieldsOf(schema)).map(([name, { schema: field, needed }]) =>
    fc
      .tuple(changed(field), often(needed, !needed), often(true, false))
      .map(([after, stillNeeded, stays]) => (stays ? [[name, { schema: after, needed: stillNeeded }] as const] : [])),
  );
  const added = fc.option(fc.tuple(names, leaves, often(false, true)), { freq: 2 });
  const open = schema['additionalProperties'] !== false;
  return fc.tuple(fc.tuple(...kept), added, often(open, !open)).map(([fields, more, stillOpen]) => {
    const one = more === null ? [] : [[more[0], { schema: more[1], needed: more[2] }] as const];
    return objectOf(Object.fromEntries([...one, ...fields.flat()]), stillOpen);
  });
}

function objectOf(fields: Fields, open: boolean): JsonSchema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    required: entries.filter(([, { needed }]) => needed).map(([name]) => name),
    ...(open ? {} : { additionalProperties: false }),
  };
}

function fieldsOf(schema: JsonSchema): Fields {
  const needed = schema['required'] as readonly string[];
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, { schema: field, needed: needed.includes(name) }]),
  );
}

const isObject = (schema: JsonSchema): boolean => schema['type'] === 'object';
