import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';

// ajv-formats is CommonJS whose types declare `export default`; what is imported is the module itself.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

export type Json = Readonly<Record<string, unknown>>;

interface Content {
  readonly schema: Json;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Described {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Content>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: Described;
  readonly responses: Readonly<Record<string, Described>>;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

const file = path.resolve(import.meta.dirname, '../../../../docs/openapi.json');

/** What the gateway promises its clients. */
export const apiDocument = JSON.parse(readFileSync(file, 'utf8')) as ApiDocument;

const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true })).addSchema(apiDocument, 'api');

/** The first example of a body of some type. */
export function exampleIn(content: Content | undefined): unknown {
  return content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
}

/** What is wrong with an answer, by the document; nothing when it is as promised. */
export function problemOf(
  place: { readonly path: string; readonly method: string },
  status: number,
  body: unknown,
): string {
  const responses = apiDocument.paths[place.path]?.[place.method]?.responses ?? {};
  if (responses[status] === undefined) return `docs/openapi.json knows no ${status}`;
  if (body === undefined) return responses[status].content === undefined ? '' : 'there is no body';
  const steps = [
    'paths',
    place.path,
    place.method,
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  ];
  const pointer = steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
  const check = ajv.getSchema(`api#${pointer.join('')}`);
  if (check === undefined) return `docs/openapi.json knows no body of ${status}`;
  return check(body) === true ? '' : ajv.errorsText(check.errors, { dataVar: 'the body' });
}

/** Of an example what its schema requires: what a reader may rely on. */
export function requiredPart(schema: Json, example: unknown): unknown {
  const { $ref: name, oneOf, anyOf, items, properties, required } = schema as Schema;
  if (name !== undefined)
    return requiredPart(apiDocument.components.schemas[name.split('/').at(-1) ?? ''] ?? {}, example);
  const choice = (oneOf ?? anyOf)?.find((one) => isOf(one, example));
  if (choice !== undefined) return requiredPart(choice, example);
  if (Array.isArray(example)) return example.slice(0, 1).map((entry) => requiredPart(items ?? {}, entry));
  if (typeof example !== 'object' || example === null) return example;
  // An object without named properties, such as a map, may be empty.
  if (properties === undefined) return {};
  const needed = Object.entries(example).filter(([key]) => required?.includes(key));
  return Object.fromEntries(needed.map(([key, value]) => [key, requiredPart(properties[key] ?? {}, value)]));
}

interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly Json[];
  readonly anyOf?: readonly Json[];
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

function isOf(schema: Json, example: unknown): boolean {
  const whole = { ...schema, components: apiDocument.components };
  return ajv.compile(whole)(example);
}
