import { z } from 'zod';

/** The README's table of a service's variables, from the same schema that reads them. */
export function configTable(schema: z.ZodObject): string {
  const rows = Object.entries(schema.shape as Readonly<Record<string, z.core.$ZodType>>).map(
    ([name, field]) => `| \`${name}\` | ${defaultText(field)} | ${descriptionOf(field).replaceAll('|', '\\|')} |`,
  );
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function defaultText(field: z.core.$ZodType): string {
  for (const layer of layersOf(field)) {
    if (layer instanceof z.ZodDefault || layer instanceof z.ZodPrefault) return `\`${String(layer.def.defaultValue)}\``;
    if (layer instanceof z.ZodOptional) return 'none';
  }
  return 'required';
}

function descriptionOf(field: z.core.$ZodType): string {
  for (const layer of layersOf(field)) {
    const description = z.globalRegistry.get(layer)?.description;
    if (description !== undefined) return description;
  }
  return '';
}

/** A field and what it wraps: `z.string().default('x').transform(…)` is a pipe around a default around a string. */
function layersOf(field: z.core.$ZodType): z.core.$ZodType[] {
  if (field instanceof z.ZodPipe) return [field, ...layersOf(field.def.in)];
  if (field instanceof z.ZodDefault || field instanceof z.ZodPrefault || field instanceof z.ZodOptional) {
    return [field, ...layersOf(field.def.innerType)];
  }
  return [field];
}
