import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { answerHeaders } from './answer-headers.ts';
import type { JsonSchema } from '@ci/validation';

/** Where a service shows its part of the API description; not for the public, the gateway puts the parts together. */
export const OPENAPI_FRAGMENT_PATH = '/internal/openapi.json';

/** What a service's part of the API description is called and which schemas it speaks of. */
export interface OpenApiFragmentOptions {
  readonly title: string;
  readonly version?: string;
  /** The named schemas, as they are in the document. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
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
  return {
    ...document,
    paths: withExamples(document.paths),
    components: {
      ...document.components,
      headers: answerHeaders,
      schemas: { ...options.schemas, ...document.components?.schemas },
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
