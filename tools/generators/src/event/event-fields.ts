/** A field of an event, as the command line names it. */
export interface EventField {
  readonly name: string;
  /** TypeBox. */
  readonly schema: string;
  readonly example: string | number | boolean;
}

interface Kind {
  readonly schema: string;
  readonly exampleOf: (name: string) => EventField['example'];
}

const kinds: Readonly<Record<string, Kind>> = {
  string: { schema: 'Type.String()', exampleOf: (name) => `${name} of the example` },
  integer: { schema: 'Type.Integer()', exampleOf: () => 1 },
  boolean: { schema: 'Type.Boolean()', exampleOf: () => true },
  timestamp: { schema: 'Timestamp', exampleOf: () => '2026-11-20T15:31:02.301Z' },
};

/** Reads `call_id:string reason:string?`. Throws what to write instead. */
export function readFields(text: string): readonly EventField[] {
  const fields = text.trim().split(/\s+/).map(readField);
  const twice = fields.find(({ name }, index) => fields.findIndex((other) => other.name === name) !== index);
  if (twice !== undefined) throw new Error(`--fields names ${twice.name} twice.`);
  return fields;
}

function readField(text: string): EventField {
  const [, name, kindName = '', nullable] = /^([a-z][a-z0-9_]*):([a-z]+)(\?)?$/.exec(text) ?? [];
  const kind = kinds[kindName];
  if (name === undefined || kind === undefined) {
    throw new Error(
      `--fields: "${text}" is no field; write name:kind, with a kind of ${Object.keys(kinds).join(', ')}.`,
    );
  }
  const schema = nullable === undefined ? kind.schema : `nullable(${kind.schema})`;
  return { name, schema, example: kind.exampleOf(name) };
}
