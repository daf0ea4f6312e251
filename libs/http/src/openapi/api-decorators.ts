import { defaultMessages, errorStatuses, type ErrorCode } from '@ci/domain';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiResponse } from '@nestjs/swagger';
import { described, mayPass, type AnswerHeader } from './answer-headers.ts';

const ERROR_SCHEMA = { $id: 'Error' };
const REQUEST_ID = 'req_01kb1e2v4t7qk8r9s0d1f2g3h4';

/** What else is said of an answer. */
export interface AnswerDetails {
  readonly links?: AnswerLinks;
  readonly headers?: readonly AnswerHeader[];
}

/** What may be asked next, by the name of the operation: OpenAPI's link objects. */
export type AnswerLinks = Readonly<
  Record<string, { readonly operationId: string; readonly parameters: Readonly<Record<string, string>> }>
>;

/** Describes an answer of a route by its schema and the first example of that. A 204 has no schema. */
export function ApiAnswer(
  status: number,
  schema: object | undefined,
  description: string,
  { links, headers = [] }: AnswerDetails = {},
): MethodDecorator {
  const linked = { ...described(...headers), ...(links === undefined ? {} : { links }) };
  if (schema === undefined) return ApiResponse({ status, description, ...linked });
  const { shape, example } = shown(schema);
  const content = { 'application/json': { schema: shape, ...(example === undefined ? {} : { example }) } };
  return ApiResponse({ status, description, content, ...linked });
}

/** The operations that take as their `id` what the answer has at this place (a JSON pointer). */
export function linksTo(pointer: string, ...operationIds: readonly string[]): AnswerLinks {
  const parameters = { id: `$response.body#${pointer}` };
  return Object.fromEntries(operationIds.map((operationId) => [operationId, { operationId, parameters }]));
}

/** Describes the errors a route may answer, each with an example; every route may also answer `internal_error` and `unavailable`. */
export function ApiErrors(...codes: readonly ErrorCode[]): MethodDecorator {
  const all = [...new Set<ErrorCode>([...codes, 'internal_error', 'unavailable'])];
  const statuses = [...new Set(all.map((code) => errorStatuses[code]))].sort();
  return applyDecorators(
    ...statuses.map((status) => {
      const ofStatus = all.filter((code) => errorStatuses[code] === status);
      const examples = Object.fromEntries(ofStatus.map((code) => [code, { summary: code, value: exampleOf(code) }]));
      const content = { 'application/json': { schema: shown(ERROR_SCHEMA).shape, examples } };
      return ApiResponse({
        status,
        description: ofStatus.map((code) => `\`${code}\`: ${defaultMessages[code]}`).join(' '),
        content,
        ...described(...(ofStatus.some((code) => mayPass.has(code)) ? ['Retry-After'] : [])),
      });
    }),
  );
}

/** Describes the JSON body of a route by the schema that checks it, and the first example of that. */
export function ApiJsonBody(schema: object, { required }: { readonly required: boolean }): MethodDecorator {
  const { shape, example } = shown(schema);
  if (example === undefined) throw new Error('A body is described by its schema and an example.');
  return ApiBody({ required, schema: shape, examples: { example: { value: example } } });
}

/** Describes a list: its pages, and the operations that take the id of an item. */
export function ApiPage(item: object, ...operationIds: readonly string[]): MethodDecorator {
  const page = {
    type: 'object',
    required: ['data', 'next_cursor', 'has_more'],
    properties: {
      data: { type: 'array', description: 'Items of this page.', items: item },
      next_cursor: {
        type: ['string', 'null'],
        description: 'The `cursor` of the next page. `null` on the last page.',
        examples: ['eyJ2IjoxfQ.c2ln'],
      },
      has_more: { type: 'boolean', description: 'Whether more items exist beyond this page.', examples: [true] },
    },
  };
  return ApiAnswer(200, page, 'A page of the list.', {
    links: linksTo('/data/0/id', ...operationIds),
    headers: ['Link'],
  });
}

/** A schema as the document shows it: by its name where it has one, and its example beside it. */
function shown(schema: object): { readonly shape: { $ref: string }; readonly example: unknown } {
  const { examples: [example] = [], ...shape } = schema as { readonly examples?: readonly unknown[] };
  return { shape: withAddresses(shape) as { $ref: string }, example };
}

function withAddresses(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAddresses);
  if (typeof value !== 'object' || value === null) return value;
  const { $id: name } = value as { readonly $id?: unknown };
  if (typeof name === 'string') return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withAddresses(inner)]));
}

function exampleOf(code: ErrorCode): unknown {
  const problem = { field: 'limit', message: 'must be a whole number from 1 to 100' };
  const error = { code, message: defaultMessages[code], request_id: REQUEST_ID };
  if (code !== 'invalid_request') return { error };
  return {
    error: { ...error, message: `${problem.field} ${problem.message}`, param: problem.field, details: [problem] },
  };
}
