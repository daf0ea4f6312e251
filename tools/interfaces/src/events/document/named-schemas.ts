type JsonSchema = Readonly<Record<string, unknown>>;

/** The named parts of a schema, by name, with `$ref` where one holds another; and what is left of the schema itself. */
export function named(schema: object): {
  readonly schema: JsonSchema;
  readonly parts: Readonly<Record<string, JsonSchema>>;
} {
  const parts: Record<string, JsonSchema> = {};
  const referred = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(referred);
    if (typeof value !== 'object' || value === null) return value;
    const { $id, ...rest } = value as Readonly<Record<string, unknown>>;
    const inner = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, referred(each)]));
    if (typeof $id !== 'string') return $id === undefined ? inner : { $id: referred($id), ...inner };
    parts[$id] = inner;
    return { $ref: `#/components/schemas/${$id}` };
  };
  return { schema: referred(schema) as JsonSchema, parts };
}
