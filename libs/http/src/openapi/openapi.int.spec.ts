import { Controller, Get, HttpCode, Module, Param, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiOperation } from '@nestjs/swagger';
import { testKeys } from '@ci/config/test-keys';
import { HealthModule } from '../health/health.module.ts';
import { createHttpService } from '../http/create-http-service.ts';
import { PageQuery } from '../pagination/page-query.ts';
import { QueryOf } from '../parameters/query-pipe.ts';
import { BodyOf } from '../parameters/body-of.ts';
import { ApiAnswer, ApiErrors, ApiPage, linksTo } from './api-decorators.ts';
import { serveOpenApiFragment } from './openapi-fragment.ts';
import { createLogger } from '@ci/observability';
import { InternalTokenModule } from '@ci/security';

const thing = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const thingSchema = { ...thing, $id: 'Thing', examples: [{ id: 'a' }] };
const pairSchema = { type: 'object', properties: { first: { oneOf: [thingSchema, { type: 'null' }] } } };
const searchSchema = { type: 'object', properties: { name: { type: 'string' } }, examples: [{ name: 'x' }] };

@Controller('v1/things')
class ThingsController {
  @Get()
  @ApiOperation({ operationId: 'listThings', summary: 'List things' })
  @ApiPage(thingSchema, 'getThing')
  @ApiErrors('invalid_request', 'unauthorized')
  list(@QueryOf(PageQuery) _query: PageQuery) {
    return {};
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getThing', summary: 'Get a thing' })
  @ApiAnswer(200, thingSchema, 'The thing.', { links: linksTo('/next/id', 'getThing') })
  @ApiErrors('not_found', 'summary_not_ready')
  get(@Param('id') _id: string) {
    return {};
  }

  @Get(':id/pair')
  @ApiAnswer(200, pairSchema, 'The first of two.')
  pair(@Param('id') _id: string) {
    return {};
  }

  @Post()
  @HttpCode(204)
  @ApiOperation({ operationId: 'createThing', summary: 'Create a thing' })
  @ApiAnswer(204, undefined, 'Created.', { headers: ['Location'] })
  create(@BodyOf(thingSchema) _body: object): void {}

  @Post('search')
  @ApiOperation({ operationId: 'searchThings', summary: 'Search things' })
  search(@BodyOf(searchSchema, { required: false }) _body: object): void {}
}

@Module({
  imports: [
    InternalTokenModule.forRoot({ audience: 'things', keys: testKeys('k1') }),
    HealthModule.forRoot({ checks: {} }),
  ],
  controllers: [ThingsController],
})
class ThingsModule {}

describe('the OpenAPI fragment', () => {
  let app: NestFastifyApplication;
  let document: Record<string, never> & {
    paths: Record<string, Record<string, Record<string, unknown>>>;
    components: { schemas: object; headers: object };
  };

  beforeAll(async () => {
    const logger = createLogger({ service: 'things', level: 'silent' });
    app = await createHttpService(ThingsModule, { service: 'things', logger, stopOnSignals: false });
    serveOpenApiFragment(app, { title: 'Things', schemas: { Thing: thing } });
    await app.init();
    const response = await app.inject({ url: '/internal/openapi.json' });
    expect(response.statusCode).toBe(200);
    document = response.json();
  });
  afterAll(() => app.close());

  it('is OpenAPI 3.1, open without a token, and holds the public routes alone', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Things', version: '1' } });
    expect(Object.keys(document.paths)).toEqual([
      '/v1/things',
      '/v1/things/{id}',
      '/v1/things/{id}/pair',
      '/v1/things/search',
    ]);
    expect(document.paths['/v1/things']?.['get']).toMatchObject({ operationId: 'listThings', summary: 'List things' });
  });

  it('names schemas as components, also where an answer holds one', () => {
    expect(document.components.schemas).toEqual({ Thing: thing });
    expect(document.paths['/v1/things/{id}/pair']?.['get']?.['responses']).toMatchObject({
      200: {
        content: {
          'application/json': {
            schema: { properties: { first: { oneOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] } } },
          },
        },
      },
    });
  });

  it('describes answers, bodies and pages by them', () => {
    const answer = document.paths['/v1/things/{id}']?.['get']?.['responses'] as Record<string, unknown>;
    expect(answer['200']).toEqual({
      description: 'The thing.',
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Thing' }, example: { id: 'a' } },
      },
      links: { getThing: { operationId: 'getThing', parameters: { id: '$response.body#/next/id' } } },
    });
    const { requestBody, responses } = document.paths['/v1/things']?.['post'] ?? {};
    expect(requestBody).toMatchObject({
      required: true,
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Thing' },
          examples: { example: { value: { id: 'a' } } },
        },
      },
    });
    expect((responses as Record<string, object>)['204']).toMatchObject({ description: 'Created.' });
    expect(document.paths['/v1/things']?.['get']).toMatchObject({
      parameters: [
        { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 100 }, example: 100 },
        { name: 'cursor', in: 'query', required: false },
      ],
      responses: {
        200: {
          links: { getThing: { operationId: 'getThing', parameters: { id: '$response.body#/data/0/id' } } },
          content: {
            'application/json': { schema: { properties: { data: { items: { $ref: '#/components/schemas/Thing' } } } } },
          },
        },
      },
    });
  });

  it('shows of a body the first example of its schema; a body without one is refused when the controller is loaded', () => {
    const { examples, ...schema } = searchSchema;
    expect(document.paths['/v1/things/search']?.['post']?.['requestBody']).toEqual({
      required: false,
      content: { 'application/json': { schema, examples: { example: { value: examples[0] } } } },
    });
    expect(() => BodyOf(schema)).toThrow('A body is described by its schema and an example.');
  });

  it('describes errors by status with an example a code', () => {
    const responses = document.paths['/v1/things/{id}']?.['get']?.['responses'] as Record<string, { content: unknown }>;
    expect(Object.keys(responses)).toEqual(['200', '404', '500', '503']);
    expect(responses['404']?.content).toMatchObject({
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: { not_found: { value: { error: { code: 'not_found' } } }, summary_not_ready: {} },
      },
    });
  });

  it('describes the headers of answers: the next page, what was made, and when to come back where that may help', () => {
    const headersOf = (path: string, method: string, status: string) => {
      const responses = document.paths[path]?.[method]?.['responses'] as Record<string, { headers?: object }>;
      return responses[status]?.headers;
    };
    const named = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });
    expect(headersOf('/v1/things', 'get', '200')).toEqual(named('Link'));
    expect(headersOf('/v1/things', 'post', '204')).toEqual(named('Location'));
    expect(headersOf('/v1/things/{id}', 'get', '404')).toEqual(named('Retry-After'));
    expect(headersOf('/v1/things/{id}', 'get', '503')).toEqual(named('Retry-After'));
    expect(headersOf('/v1/things/{id}', 'get', '500')).toBeUndefined();
    expect(Object.keys(document.components.headers)).toEqual(['Location', 'Link', 'Retry-After']);
  });
});
