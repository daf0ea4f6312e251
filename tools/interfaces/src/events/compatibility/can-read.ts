import { alternativesOf, UnknownSchemaError, type Alternative, type JsonSchema, type Kind } from './event-schema.ts';

/**
 * Why a reader with one schema could refuse what is written by another; nothing when it never would. Writers send the fields that their
 * schema names and no others (TypeScript and the publishers' tests see to it), so a field that only the reader knows is not there, whatever
 * an open object would permit. Where it is not sure, it says that it can not be read.
 */
export function reasonsNotToRead(written: JsonSchema, reader: JsonSchema, at = 'data'): readonly string[] {
  const understood = alternativesOf(reader, at);
  return alternativesOf(written, at).flatMap((one) => {
    const reasons = understood.filter(({ kind }) => takes(kind, one.kind)).map((each) => reasonsOf(one, each, at));
    if (reasons.length === 0) return [`${at} may be of the type ${one.kind}`];
    return reasons.toSorted((left, right) => left.length - right.length)[0] ?? [];
  });
}

function takes(reader: Kind, written: Kind): boolean {
  return reader === written || (reader === 'number' && written === 'integer');
}

function reasonsOf(written: Alternative, reader: Alternative, at: string): readonly string[] {
  return [
    ...wordsNotTaken(written, reader).map((word) => `${at} may be ${word}`),
    ...boundsPassed(written.schema, reader.schema).map((bound) => `${at} may pass ${bound}`),
    ...(reader.kind === 'string' ? otherFormat(written.schema, reader.schema, at) : []),
    ...(reader.kind === 'array' ? reasonsOfItems(written.schema, reader.schema, at) : []),
    ...(reader.kind === 'object' ? reasonsOfFields(written.schema, reader.schema, at) : []),
  ];
}

function wordsNotTaken({ words: written }: Alternative, { words: taken }: Alternative): readonly string[] {
  if (taken === undefined) return [];
  if (written === undefined) return ['another word than those of the list'];
  return written.filter((word) => !taken.includes(word)).map((word) => JSON.stringify(word));
}

const lowerBounds = ['minimum', 'minLength', 'minItems'];
const upperBounds = ['maximum', 'maxLength', 'maxItems'];

function boundsPassed(written: JsonSchema, reader: JsonSchema): readonly string[] {
  const passes = (name: string, isPassed: (sent: number, taken: number) => boolean): boolean => {
    const { [name]: taken } = reader;
    const { [name]: sent } = written;
    if (taken === undefined) return false;
    return typeof taken !== 'number' || typeof sent !== 'number' || isPassed(sent, taken);
  };
  return [
    ...lowerBounds.filter((name) => passes(name, (sent, taken) => sent < taken)),
    ...upperBounds.filter((name) => passes(name, (sent, taken) => sent > taken)),
  ].map((name) => `${name} ${String(reader[name])}`);
}

function otherFormat(written: JsonSchema, reader: JsonSchema, at: string): readonly string[] {
  const { format } = reader;
  return format === undefined || format === written['format'] ? [] : [`${at} may be no ${JSON.stringify(format)}`];
}

function reasonsOfItems(written: JsonSchema, reader: JsonSchema, at: string): readonly string[] {
  return reasonsNotToRead(written['items'] as JsonSchema, reader['items'] as JsonSchema, `${at}[]`);
}

function reasonsOfFields(written: JsonSchema, reader: JsonSchema, at: string): readonly string[] {
  const sent = fieldsOf(written, at);
  const taken = fieldsOf(reader, at);
  const closed = reader['additionalProperties'] === false;
  return [
    ...[...taken.needed].filter((name) => !sent.needed.has(name)).map((name) => `${at}.${name} may be missing`),
    ...[...sent.fields].flatMap(([name, schema]) => {
      const known = taken.fields.get(name);
      if (known !== undefined) return reasonsNotToRead(schema, known, `${at}.${name}`);
      return closed ? [`${at}.${name} may be there`] : [];
    }),
  ];
}

function fieldsOf({ properties, required = [] }: JsonSchema, at: string) {
  const fields = new Map(Object.entries(properties as Readonly<Record<string, JsonSchema>>));
  const needed = new Set(required as readonly string[]);
  for (const name of needed)
    if (!fields.has(name)) throw new UnknownSchemaError(at, `asks for ${name} and does not say what it is`);
  return { fields, needed };
}
