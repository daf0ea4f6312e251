import { defaultMessages, errorStatuses, type ErrorCode } from '@ci/domain';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiResponse } from '@nestjs/swagger';
import type { JsonSchema } from '@ci/validation';
import { described, mayPass, type AnswerHeader } from './answer-headers.ts';
import { componentAddress } from './openapi-fragment.ts';

/** A schema by its name in the document, or in full. */
export type SchemaName = string | JsonSchema;

const ERROR_SCHEMA = 'Error';
const REQUEST_ID = 'req_01kb1e2v4t7qk8r9s0d1f2g3h4';

/** What else is said of an answer. */
export interface AnswerDetails {
  readonly example?: unknown;
  readonly links?: AnswerLinks;
  readonly headers?: readonly AnswerHeader[];
}

/** What may be asked next, by the name of the operation: OpenAPI's link objects. */
export type AnswerLinks = Readonly<
  Record<string, { readonly operationId: string; readonly parameters: Readonly<Record<string, string>> }>
>;

/** Describes an answer of a route. A 204 has no schema. */
export function ApiAnswer(
  status: number,
  schema: SchemaName | undefined,
  description: string,
  { example, links, headers = [] }: AnswerDetails = {},
): MethodDecorator {
  const linked = { ...described(...headers), ...(links === undefined ? {} : { links }) };
  if (schema === undefined) return ApiResponse({ status, description, ...linked });
  const content = { 'application/json': { schema: schemaOf(schema), ...(example === undefined ? {} : { example }) } };
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
      const content = { 'application/json': { schema: schemaOf(ERROR_SCHEMA), examples } };
      return ApiResponse({
        status,
        description: ofStatus.map((code) => `\`${code}\`: ${defaultMessages[code]}`).join(' '),
        content,
        ...described(...(ofStatus.some((code) => mayPass.has(code)) ? ['Retry-After'] : [])),
      });
    }),
  );
}

/** What else is said of a body. */
export interface BodyDetails {
  /** Default: true. */
  readonly required?: boolean;
  /** Default: the first example of the schema. */
  readonly example?: unknown;
}

/** Describes the JSON body of a route by the schema that checks it. */
export function ApiJsonBody(schema: object, { required = true, example }: BodyDetails = {}): MethodDecorator {
  const { examples = [], ...shape } = schema as { readonly $id?: string; readonly examples?: readonly unknown[] };
  const value = example ?? examples[0];
  if (value === undefined) throw new Error('A body is described by its schema and an example.');
  return ApiBody({ required, schema: schemaOf(shape.$id ?? shape), examples: { example: { value } } });
}

/** Describes a list: its pages, and the operations that take the id of an item. */
export function ApiPage(itemSchema: SchemaName, ...operationIds: readonly string[]): MethodDecorator {
  const page = {
    type: 'object',
    required: ['data', 'next_cursor', 'has_more'],
    properties: {
      data: { type: 'array', description: 'Items of this page.', items: schemaOf(itemSchema) },
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

function schemaOf(schema: SchemaName): { $ref: string } {
  return (typeof schema === 'string' ? { $ref: componentAddress(schema) } : schema) as { $ref: string };
}

function exampleOf(code: ErrorCode): unknown {
  const problem = { field: 'limit', message: 'must be a whole number from 1 to 100' };
  const error = { code, message: defaultMessages[code], request_id: REQUEST_ID };
  if (code !== 'invalid_request') return { error };
  return {
    error: { ...error, message: `${problem.field} ${problem.message}`, param: problem.field, details: [problem] },
  };
}
