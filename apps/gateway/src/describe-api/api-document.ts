import { isDeepStrictEqual } from 'node:util';
import { openApiSchemas } from '@ci/contracts';
import { answerHeaders, described } from '@ci/http/answer-headers';
import { publicRoutes, type PublicRoute } from '../admit/public-routes.ts';
import { withExamples } from './answer-examples.ts';
import { errorResponses, responseNames, takesIdempotencyKey } from './error-responses.ts';
import type { Json } from './json.ts';
import { operationTexts } from './operation-texts.ts';
import { withPathIdText } from './path-ids.ts';
import { commonHeaders, rateHeaderNames, rateHeaders, withRateHeaders } from './rate-headers.ts';
import { tagOf, tags } from './tags.ts';
import { webhookDescriptions } from './webhook-descriptions.ts';

/** The part of the description that one service gives: an OpenAPI document of its routes. */
export interface ApiFragment {
  readonly paths?: Readonly<Record<string, Json>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Json>> };
}

export interface ApiDocument {
  readonly document: Json;
  /** Names that two parts use for different schemas. The first one is shown. */
  readonly clashes: readonly string[];
}

/** The description of the whole public API: what the services say of the routes that are open to the public, and what the gateway adds. */
export function apiDocument(fragments: readonly ApiFragment[]): ApiDocument {
  const { schemas, clashes } = mergedSchemas([
    contractSchemas,
    ...fragments.map((fragment) => fragment.components?.schemas),
  ]);
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Call Intelligence API',
      version: '1',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/v1' }],
    security: [{ apiKey: [] }],
    tags,
    paths: Object.fromEntries(publicRoutes.flatMap((route) => describedPath(route, fragments))),
    webhooks: webhookDescriptions(schemas),
    components: {
      schemas,
      headers: { ...answerHeaders, ...rateHeaders, ...commonHeaders },
      responses: errorResponses,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the workspace: `ci_live_…`.' },
      },
    },
  };
  return { document, clashes };
}

/** Through JSON, as the fragments come: schemas made in memory carry marks that are no JSON. */
const contractSchemas = JSON.parse(JSON.stringify(openApiSchemas)) as Readonly<Record<string, Json>>;

const introduction =
  'Record sales calls and read summaries with evidence, action items and contacts. Every request carries an API key. Every error ' +
  'has the shape of the schema `Error`. Every response carries `X-Request-Id` and, in `RateLimit`, the remaining budget.';

function mergedSchemas(parts: readonly (Readonly<Record<string, Json>> | undefined)[]) {
  const schemas: Record<string, Json> = {};
  const clashes = new Set<string>();
  for (const [name, schema] of parts.flatMap((part) => Object.entries(part ?? {}))) {
    const first = (schemas[name] ??= schema);
    if (!isDeepStrictEqual(first, schema)) clashes.add(name);
  }
  return { schemas, clashes: [...clashes] };
}

/** The path without its version, as `servers` has that, with the methods that its service describes. */
function describedPath(route: PublicRoute, fragments: readonly ApiFragment[]): [string, Json][] {
  for (const [path, item] of fragments.flatMap(({ paths }) => Object.entries(paths ?? {}))) {
    if (path.replaceAll(/\{[^}]+\}/g, ':') !== `/v1/${route.path.replaceAll(/:\w+/g, ':')}`) continue;
    const operations = route.methods.flatMap((method) => {
      const operation = item[method.toLowerCase()] as Json | undefined;
      return operation === undefined
        ? []
        : [[method.toLowerCase(), describedOperation(operation, method, route)] as const];
    });
    const shared = item['parameters'] === undefined ? {} : { parameters: item['parameters'] };
    return [[path.slice('/v1'.length), { ...shared, ...Object.fromEntries(operations) }]];
  }
  return [];
}

function describedOperation(operation: Json, method: string, route: PublicRoute): Json {
  const given = operation['responses'] as Readonly<Record<string, Json>> | undefined;
  const added = responseNames(method, route).map(
    ({ status, name }) => [status, { $ref: `#/components/responses/${name}` }] as const,
  );
  const description = operation['description'] ?? operationTexts[String(operation['operationId'])];
  const parameters = withHeaderOf(method, route, (operation['parameters'] ?? []) as readonly Json[]).map((parameter) =>
    withPathIdText(parameter, route.path),
  );
  return {
    ...operation,
    ...(description === undefined ? {} : { description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    tags: [tagOf(route)],
    responses: {
      ...(method === 'GET'
        ? {
            '304': {
              description: 'Nothing has changed since the `ETag` in `If-None-Match`.',
              ...described(...rateHeaderNames),
            },
          }
        : {}),
      ...Object.fromEntries(added),
      ...withRateHeaders(withExamples(given ?? {})),
    },
  };
}

/** With the headers that an operation takes, whether its service says so or not. */
function withHeaderOf(method: string, route: PublicRoute, given: readonly Json[]): readonly Json[] {
  const header = takesIdempotencyKey(method, route) ? idempotencyKey : method === 'GET' ? ifNoneMatch : undefined;
  return header === undefined || given.some(({ name }) => name === header.name) ? given : [...given, header];
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'The `ETag` of an earlier response. If nothing has changed, the response is 304 without a body.',
  example: '"5f2a9c"',
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: '^[!-~]([ -~]*[!-~])?$', maxLength: 255 },
  description:
    'A key of yours for this request. A repeat with the same key within 24 hours gets the stored response, with `Idempotent-Replayed: true`.',
  example: 'meeting-4711',
};
