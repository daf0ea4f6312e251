import { nameOf, type Schema } from './open-api.ts';

/** A table of the properties of an object, those of objects inside it below them by their dotted names. */
export function propertyTable(schema: Schema): string {
  const rows = rowsOf(schema, '');
  if (rows.length === 0) return '';
  return ['| field | type | description |', '| --- | --- | --- |', ...rows].join('\n');
}

function rowsOf(schema: Schema, prefix: string): string[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const row = `| \`${prefix}${name}\`${required.has(name) ? '' : ' (optional)'} | ${cell(typeOf(property))} | ${cell(textOf(property))} |`;
    const inner = property.items ?? property;
    return [row, ...rowsOf(inner, `${prefix}${name}${property.items === undefined ? '.' : '[].'}`)];
  });
}

/** A type in words, with a link where it has a name. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return `[${nameOf(schema.$ref)}](./schemas.md#${nameOf(schema.$ref).toLowerCase()})`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeOf).join(' or ');
  const types = [schema.type ?? []].flat();
  return types
    .map((type) => (type === 'array' && schema.items !== undefined ? `array of ${typeOf(schema.items)}` : type))
    .join(' or ');
}

/** The description, the values and limits, and an example. */
export function textOf(schema: Schema & { readonly example?: unknown }): string {
  const example = schema.examples?.[0] ?? schema.example;
  const values = schema.enum ?? schema.items?.enum;
  return [
    schema.description,
    values === undefined ? undefined : `One of ${values.map((value) => `\`${String(value)}\``).join(', ')}.`,
    limitsOf(schema),
    schema.default === undefined ? undefined : `Default: \`${JSON.stringify(schema.default).replaceAll('"', '')}\`.`,
    example === undefined
      ? undefined
      : `Example: \`${typeof example === 'string' ? example : JSON.stringify(example)}\`.`,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

function limitsOf({ minimum, maximum, maxLength, maxItems, maxProperties }: Schema): string | undefined {
  if (minimum !== undefined && maximum !== undefined) return `From ${number(minimum)} to ${number(maximum)}.`;
  if (minimum !== undefined) return `At least ${number(minimum)}.`;
  if (maxLength !== undefined) return `At most ${number(maxLength)} characters.`;
  if (maxItems !== undefined) return `At most ${number(maxItems)} items.`;
  if (maxProperties !== undefined) return `At most ${number(maxProperties)} keys.`;
  return undefined;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

/** In a table a line break or a bar would end the cell, and `<` would begin a tag. */
export function cell(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/`[^`]*`|[<|]/g, (part) =>
      part.length > 1 ? part.replaceAll('|', '\\|') : part === '|' ? '\\|' : '&lt;',
    );
}
