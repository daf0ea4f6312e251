/** A part of an OpenAPI document, as far as its descriptions matter. */
type Json = Readonly<Record<string, unknown>>;

/**
 * What a document says too little of: operations, parameters, headers and properties without a description, and those without an example
 * whose type alone gives none. One line each.
 */
export function undescribed(document: unknown): string[] {
  const { paths, webhooks, components } = document as Record<'paths' | 'webhooks' | 'components', Json>;
  const schemas = objects(components['schemas']);
  const found: string[] = [];
  const isDescribed = (part: Json): boolean => {
    const name = typeof part['$ref'] === 'string' ? part['$ref'].split('/').at(-1) : undefined;
    const described = name === undefined ? part : (schemas[name] ?? {});
    return isText(part['description']) || isText(described['description']);
  };

  for (const [path, item] of Object.entries(objects(paths)))
    for (const [method, operation] of Object.entries(objects(item))) checkOperation(`${method} ${path}`, operation);
  for (const [name, { post }] of Object.entries(objects(webhooks)))
    checkOperation(`webhook ${name}`, post as Json, false);
  for (const [name, header] of Object.entries(objects(components['headers']))) {
    if (!isText(header['description'])) found.push(`header ${name}: no description`);
    if (header['example'] === undefined) found.push(`header ${name}: no example`);
  }
  for (const [name, schema] of Object.entries(schemas)) {
    if (!isText(schema['description'])) found.push(`${name}: no description`);
    checkSchema(name, schema);
  }
  return found;

  function checkOperation(name: string, operation: Json, needsBoth = true): void {
    if (!isText(operation['summary'])) found.push(`${name}: no summary`);
    if (needsBoth && !isText(operation['description'])) found.push(`${name}: no description`);
    for (const parameter of (operation['parameters'] ?? []) as Json[]) {
      const place = `${name}: parameter ${String(parameter['name'])}`;
      if (!isText(parameter['description'])) found.push(`${place}: no description`);
      if (parameter['example'] === undefined) found.push(`${place}: no example`);
    }
    checkContent(`${name} body`, operation['requestBody']);
    for (const [status, answer] of Object.entries(objects(operation['responses']))) {
      if (answer['$ref'] === undefined && !isText(answer['description']))
        found.push(`${name} ${status}: no description`);
      checkContent(`${name} ${status}`, answer);
    }
  }

  function checkContent(name: string, part: unknown): void {
    for (const { schema } of Object.values(objects((part as Json | undefined)?.['content'])))
      checkSchema(name, (schema ?? {}) as Json);
  }

  function checkSchema(name: string, schema: Json): void {
    for (const [key, property] of Object.entries(objects(schema['properties']))) {
      const place = `${name}.${key}`;
      if (!isDescribed(property)) found.push(`${place}: no description`);
      if (needsExample(property)) found.push(`${place}: no example`);
      checkSchema(place, property);
    }
    for (const inner of ['items', 'additionalProperties'] as const)
      if (typeof schema[inner] === 'object' && schema[inner] !== null) checkSchema(`${name}[]`, schema[inner] as Json);
    for (const inner of ['anyOf', 'oneOf', 'allOf'] as const)
      for (const choice of (schema[inner] ?? []) as Json[]) checkSchema(name, choice);
  }
}

/** Lists of values, constants, objects with described properties and lists of such objects show what they hold. */
function needsExample(schema: Json): boolean {
  if (['examples', 'example', 'enum', 'const', '$ref', 'properties', 'anyOf', 'oneOf'].some((key) => key in schema))
    return false;
  const types = [schema['type']].flat();
  if (types.includes('null') && types.length === 1) return false;
  if (types.includes('array')) return needsExample((schema['items'] ?? {}) as Json);
  return !types.includes('object') || 'patternProperties' in schema;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function objects(value: unknown): Readonly<Record<string, Json>> {
  return (value ?? {}) as Readonly<Record<string, Json>>;
}
