import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { answerHeaders } from './answer-headers.ts';
import type { JsonSchema } from '@ci/validation';

type ComponentsObject = NonNullable<OpenAPIObject['components']>;

/** Where a service shows its part of the API description; not for the public, the gateway puts the parts together. */
export const OPENAPI_FRAGMENT_PATH = '/internal/openapi.json';

/** What a service's part of the API description is called and which schemas it speaks of. */
export interface OpenApiFragmentOptions {
  readonly title: string;
  readonly version?: string;
  /** The schemas of the bodies: by name, or as a list in which each has its name as `$id`. */
  readonly schemas: Readonly<Record<string, JsonSchema>> | readonly JsonSchema[];
}

/** Serves the OpenAPI 3.1 description of the routes that controllers declare. Call it before the application listens. */
export function serveOpenApiFragment(app: NestFastifyApplication, options: OpenApiFragmentOptions): void {
  let document: OpenAPIObject | undefined;
  const instance = app.getHttpAdapter().getInstance();
  // Made when it is first asked for: then all controllers are known, and a start is not held up.
  instance.get(OPENAPI_FRAGMENT_PATH, (_request, reply) => reply.send((document ??= openApiFragment(app, options))));
}

/** The document that `serveOpenApiFragment` serves. */
export function openApiFragment(app: NestFastifyApplication, options: OpenApiFragmentOptions): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(options.title)
    .setVersion(options.version ?? '1')
    .build();
  const document = SwaggerModule.createDocument(app, settings);
  const schemas = { ...namedSchemas(options.schemas), ...document.components?.schemas };
  return {
    ...document,
    paths: withExamples(document.paths),
    components: {
      ...document.components,
      headers: answerHeaders,
      schemas,
    },
  };
}

/** Nest keeps the example of a parameter only inside of its schema, where OpenAPI 3.1 deprecates it. */
function withExamples(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item) as Described[])) {
    for (const parameter of operation.parameters ?? []) {
      const { example, ...schema } = parameter.schema ?? {};
      if (example !== undefined) Object.assign(parameter, { schema, example });
    }
  }
  return paths;
}

interface Described {
  readonly parameters?: readonly { readonly schema?: { readonly example?: unknown } }[];
}

function namedSchemas(schemas: OpenApiFragmentOptions['schemas']): NonNullable<ComponentsObject['schemas']> {
  const named = isList(schemas)
    ? schemas.map((schema) => [String(schema['$id']), schema] as const)
    : Object.entries(schemas);
  return Object.fromEntries(
    named.map(([name, { $id: _name, ...schema }]) => [name, pointingToComponents(schema) as object]),
  );
}

function isList(schemas: OpenApiFragmentOptions['schemas']): schemas is readonly JsonSchema[] {
  return Array.isArray(schemas);
}

/** Names become addresses in the document: `{ $ref: 'Call' }`, and a named schema that is held in full. */
function pointingToComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => pointingToComponents(element));
  if (typeof value !== 'object' || value === null) return value;
  const { $id: name, $ref: reference } = value as { readonly $id?: unknown; readonly $ref?: unknown };
  if (typeof name === 'string') return { $ref: componentAddress(name) };
  const entries = Object.entries(value).map(([key, inner]) => [key, pointingToComponents(inner)]);
  return {
    ...Object.fromEntries(entries),
    ...(typeof reference === 'string' ? { $ref: componentAddress(reference) } : {}),
  };
}

/** The address of a named schema within the document. */
export function componentAddress(name: string): string {
  return name.startsWith('#') ? name : `#/components/schemas/${name}`;
}
