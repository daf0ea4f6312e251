import { Type, type TSchema, type TSchemaOptions, type TUnsafe } from 'typebox';

/** A closed set of words, as JSON Schema `enum` with its type spelled out (readers of OpenAPI want it). */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  options: TSchemaOptions = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });
}

/** `T | null`. Absent values are present as `null`, never omitted and never `""`. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<StaticOf<Schema> | null> {
  const { type, enum: words, ...rest } = schema as TSchema & { type?: string; enum?: readonly string[] };
  if (type === undefined) return Type.Unsafe({ anyOf: [schema, { type: 'null' }] });
  return Type.Unsafe({ ...rest, type: [type, 'null'], ...(words ? { enum: [...words, null] } : {}) });
}

type StaticOf<Schema extends TSchema> = import('typebox').Static<Schema>;

/** RFC 3339, UTC, milliseconds: `2026-11-21T09:30:00.000Z`. */
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-21T09:30:00.000Z'] });

/** ISO 8601 calendar date: `2026-11-27`. */
export const CalendarDate = Type.String({ format: 'date', examples: ['2026-11-27'] });

/** The same schema with a description, and an example where its type alone does not give one. */
export function described<Schema extends TSchema>(schema: Schema, description: string, example?: unknown): Schema {
  return { ...schema, description, ...(example === undefined ? {} : { examples: [example] }) };
}

/** A count of milliseconds from the start of the call. */
export const Milliseconds = Type.Integer({ minimum: 0, maximum: 43_200_000 });

/** 0 (lowest) to 100 (highest). */
export const Score = Type.Integer({ minimum: 0, maximum: 100 });

/**
 * The same schema without the names of its parts. Validators take a name for an address and refuse to meet it twice;
 * names are there for readers of OpenAPI.
 */
export function withoutNames<Schema extends TSchema>(schema: Schema): Schema {
  return stripNames(schema) as Schema;
}

function stripNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripNames);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, inner]) => !(key === '$id' && typeof inner === 'string'));
  return Object.fromEntries(kept.map(([key, inner]) => [key, stripNames(inner)]));
}
