import { invalidRequest, type ErrorDetail } from '@ci/domain';
import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { parseInstant } from './instant.ts';
import { schemaErrorDetails } from './schema-errors.ts';
import { findUnstorable } from './unstorable-text.ts';

// ajv-formats is CommonJS whose types declare `export default`; what is imported is the module itself.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** A JSON Schema, for instance one made with TypeBox. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** How a schema is compiled. */
export interface CompileOptions {
  /** Schemas that this one names by `$ref`. */
  readonly references?: readonly JsonSchema[];
}

// An error object for each of a million bad elements would cost a gigabyte; such a body gets its first error alone.
const MAX_REPORTED_NODES = 250_000;

/** Finds what a schema cannot say of an object. Any of its fields may be of a wrong type, which the schema reports. */
export type FurtherProblems = (value: Readonly<Record<string, unknown>>) => readonly ErrorDetail[];

/**
 * Compiles a JSON Schema (2020-12) into a check for whole bodies: all errors at once, at most 100, texts that cannot be stored included.
 * Of a field that has several, the first counts: what `further` finds comes before what the schema says.
 */
export function compileSchema<T>(
  schema: JsonSchema,
  options: CompileOptions = {},
): (value: unknown, further?: FurtherProblems) => T {
  // Passing is the common case and needs no list, so the check that stops early comes first; the other is compiled when a value does not pass.
  const firstError = compile(schema, options, false);
  let compiledForAll: ValidateFunction | undefined;
  const allErrors = (): ValidateFunction => (compiledForAll ??= compile(schema, options, true));
  return (value, further = () => []) => {
    const unstorable = findUnstorable(value);
    const found = isObject(value) ? further(value) : [];
    if (unstorable === undefined && found.length === 0 && firstError(value)) return value as T;
    const errors = unstorable?.field === '' ? [] : schemaErrors(value, firstError, allErrors);
    const details = [...(unstorable === undefined ? [] : [unstorable]), ...found, ...schemaErrorDetails(value, errors)];
    throw invalidRequest(details.map(nameTheBody));
  };
}

function compile(schema: JsonSchema, { references = [] }: CompileOptions, allErrors: boolean): ValidateFunction {
  const ajv = new Ajv2020({
    allErrors,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    verbose: false,
    // The schema of schemas takes several times as long to compile as any of ours; schemas.spec.ts holds them to it.
    meta: false,
    validateSchema: false,
  });
  addFormats(ajv);
  ajv.addFormat('date-time', { type: 'string', validate: (text: string) => parseInstant(text) !== undefined });
  // What a request can be sent to: the pattern of ajv-formats would refuse hosts in other scripts than Latin.
  ajv.addFormat('uri', { type: 'string', validate: (text: string) => URL.canParse(text) });
  for (const reference of references) ajv.addSchema(plain(reference));
  return ajv.compile(plain(schema));
}

/**
 * A schema as plain JSON: what a schema builder hangs on beside that is no keyword. A named schema that is held in full, perhaps twice,
 * loses its name there: a validator takes the name for an address and refuses to meet it again.
 */
function plain({ $id, ...schema }: JsonSchema): AnySchemaObject {
  const copy = JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === '$id' && typeof value === 'string' ? undefined : value)),
  ) as AnySchemaObject;
  return typeof $id === 'string' ? { ...copy, $id } : copy;
}

function schemaErrors(
  value: unknown,
  firstError: ValidateFunction,
  allErrors: () => ValidateFunction,
): readonly ErrorObject[] {
  const validate = countNodes(value, MAX_REPORTED_NODES) >= MAX_REPORTED_NODES ? firstError : allErrors();
  return validate(value) ? [] : (validate.errors ?? []);
}

function countNodes(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const child of Object.values(value)) {
    if (count >= limit) return limit;
    count += countNodes(child, limit - count);
  }
  return count;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameTheBody(detail: ErrorDetail): ErrorDetail {
  return detail.field === '' ? { ...detail, field: 'body' } : detail;
}
