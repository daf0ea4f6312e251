/** The JSON Schema that events are written in, and no more of it: what this file does not name is refused, not passed over. */
export type Kind = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** One kind of value that a schema lets through, with what is asked of values of that kind. */
export interface Alternative {
  readonly kind: Kind;
  /** The only values that there may be; undefined where there is no such list. */
  readonly words: readonly unknown[] | undefined;
  readonly schema: JsonSchema;
}

/** Keywords that say nothing about which values are valid. */
const annotations: ReadonlySet<string> = new Set(['title', 'description', 'examples']);

const ofKind: Readonly<Record<Kind, readonly string[]>> = {
  null: [],
  boolean: [],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  string: ['format', 'minLength', 'maxLength'],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties'],
};

/** The kinds of value that a schema lets through, one by one: `type` may be a list, and `anyOf` holds schemas. */
export function alternativesOf(schema: unknown, at: string): readonly Alternative[] {
  if (!isSchema(schema)) throw new UnknownSchemaError(at, 'is no schema that is an object');
  const { anyOf, type, enum: words, ...rest } = withoutAnnotations(schema);
  if (anyOf !== undefined) {
    if (type !== undefined || words !== undefined || Object.keys(rest).length > 0 || !Array.isArray(anyOf))
      throw new UnknownSchemaError(at, 'has anyOf beside other keywords');
    return anyOf.flatMap((each) => alternativesOf(each, at));
  }
  const kinds = (Array.isArray(type) ? type : [type]) as readonly string[];
  const known = kinds.map((kind) => knownKind(kind, at));
  assertKeywords(rest, known, at);
  return known
    .map((kind): Alternative => ({ kind, words: wordsOf(words, kind), schema: rest }))
    .filter((each) => each.words?.length !== 0);
}

/** The schema without what only people read: two that differ in words alone are one. */
export function withoutAnnotations(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !annotations.has(keyword)));
}

/** The same, all the way down. */
export function constraintsOf(schema: JsonSchema): JsonSchema {
  const inner = (keyword: string, value: unknown): unknown => {
    if (keyword === 'properties')
      return Object.fromEntries(Object.entries(value as object).map(([name, each]) => [name, deep(each)]));
    if (keyword === 'items') return deep(value);
    return keyword === 'anyOf' && Array.isArray(value) ? value.map(deep) : value;
  };
  const deep = (value: unknown): unknown =>
    isSchema(value)
      ? Object.fromEntries(Object.entries(withoutAnnotations(value)).map(([key, each]) => [key, inner(key, each)]))
      : value;
  return deep(schema) as JsonSchema;
}

/** A schema says something that cannot be compared. */
export class UnknownSchemaError extends Error {
  constructor(at: string, problem: string) {
    super(
      `${at} ${problem}: teach tools/interfaces/src/events/compatibility to compare it, or write the schema without`,
    );
  }
}

function knownKind(kind: string | undefined, at: string): Kind {
  if (kind === undefined) throw new UnknownSchemaError(at, 'has no type');
  if (!Object.hasOwn(ofKind, kind)) throw new UnknownSchemaError(at, `is of the type ${kind}`);
  return kind as Kind;
}

function assertKeywords(rest: JsonSchema, kinds: readonly Kind[], at: string): void {
  const known = new Set(kinds.flatMap((kind) => ofKind[kind]));
  for (const keyword of Object.keys(rest))
    if (!known.has(keyword)) throw new UnknownSchemaError(at, `has the keyword ${keyword}`);
  if (kinds.includes('array') && !isSchema(rest['items'])) throw new UnknownSchemaError(at, 'has no items');
  if (kinds.includes('object') && !isSchema(rest['properties'])) throw new UnknownSchemaError(at, 'has no properties');
  if (!['undefined', 'boolean'].includes(typeof rest['additionalProperties']))
    throw new UnknownSchemaError(at, 'has a schema of additionalProperties');
}

function wordsOf(words: unknown, kind: Kind): readonly unknown[] | undefined {
  if (!Array.isArray(words)) return undefined;
  return (words as readonly unknown[]).filter((word) => isOfKind(word, kind));
}

function isOfKind(value: unknown, kind: Kind): boolean {
  if (value === null) return kind === 'null';
  if (kind === 'integer') return Number.isInteger(value);
  return typeof value === kind;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
