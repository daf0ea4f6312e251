import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { defaultMessages, errorStatuses, type ErrorCode } from '../errors/error-catalogue.ts';
import type { JsonSchema } from '../validation/compile-schema.ts';
import { componentAddress } from './openapi-fragment.ts';

/** A schema by its name in the document, or in full. */
export type SchemaName = string | JsonSchema;

const ERROR_SCHEMA = 'Error';
const REQUEST_ID = 'req_01kb1e2v4t7qk8r9s0d1f2g3h4';

/** Describes an answer of a route. A 204 has no schema. */
export function ApiAnswer(
  status: number,
  schema: SchemaName | undefined,
  description: string,
  example?: unknown,
): MethodDecorator {
  if (schema === undefined) return ApiResponse({ status, description });
  const content = { 'application/json': { schema: schemaOf(schema), ...(example === undefined ? {} : { example }) } };
  return ApiResponse({ status, description, content });
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
      });
    }),
  );
}

/** Describes the JSON body of a route. */
export function ApiJsonBody(schema: SchemaName, example?: unknown): MethodDecorator {
  return ApiBody({
    required: true,
    schema: schemaOf(schema),
    ...(example === undefined ? {} : { examples: { example: { value: example } } }),
  });
}

/** Describes a list: its pages, and the parameters every list has. */
export function ApiPage(itemSchema: SchemaName, description = 'A page of the list, newest first.'): MethodDecorator {
  const page = {
    type: 'object',
    required: ['data', 'next_cursor', 'has_more'],
    properties: {
      data: { type: 'array', items: schemaOf(itemSchema) },
      next_cursor: { type: ['string', 'null'], description: 'The `cursor` of the next page.' },
      has_more: { type: 'boolean' },
    },
  };
  return applyDecorators(
    ApiQuery({
      name: 'limit',
      required: false,
      description: 'Page size.',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    }),
    ApiQuery({
      name: 'cursor',
      required: false,
      description: 'The `next_cursor` of the page before.',
      schema: { type: 'string' },
    }),
    ApiAnswer(200, page, description),
  );
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
