import { readFile } from 'node:fs/promises';
import * as contracts from '@ci/contracts';
import { errorStatuses } from '@ci/domain';
import { publicRoutes } from '../admit/public-routes.ts';
import { apiDocument, type ApiFragment } from './api-document.ts';

const fragment: ApiFragment = {
  paths: {
    '/v1/calls': {
      get: {
        operationId: 'listCalls',
        responses: {
          '200': { description: 'A page.', headers: { Link: { $ref: '#/components/headers/Link' } } },
          '401': { description: 'Own.' },
        },
      },
      post: { operationId: 'recordCall', responses: { '201': { description: 'Recorded.' } } },
      trace: { operationId: 'hidden' },
    },
    '/v1/calls/{callId}/summary': { get: { operationId: 'getSummary', responses: {} } },
    '/internal/calls/{id}/existence': { get: { operationId: 'existence' } },
    '/v1/secret': { get: { operationId: 'secret' } },
  },
  components: { schemas: { Own: { type: 'object' } } },
};

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: unknown; readonly example: unknown }>>;
  };
}

interface Answer {
  readonly $ref?: string;
  readonly headers?: object;
}

interface Document {
  readonly openapi: string;
  readonly servers: unknown;
  readonly security: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: Readonly<
    Record<'schemas' | 'responses' | 'headers' | 'securitySchemes', Readonly<Record<string, unknown>>>
  >;
}

const documentOf = (...fragments: ApiFragment[]) => apiDocument(fragments).document as unknown as Document;

describe('the API document', () => {
  it('has the public paths of the services, without the version, and no others', () => {
    const { openapi, servers, paths } = documentOf(fragment);
    expect([openapi, servers]).toEqual(['3.1.0', [{ url: '/v1' }]]);
    expect(Object.keys(paths)).toEqual(['/calls', '/calls/{callId}/summary']);
    expect(Object.keys(paths['/calls'] ?? {})).toEqual(['get', 'post']);
  });

  it('asks for a key, and sorts paths into chapters', () => {
    const { security, components, paths } = documentOf(fragment);
    expect(security).toEqual([{ apiKey: [] }]);
    expect(components.securitySchemes['apiKey']).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(paths['/calls']?.['get']?.tags).toEqual(['Calls']);
    expect(paths['/calls/{callId}/summary']?.['get']?.tags).toEqual(['Summaries']);
  });

  it('adds the errors of the gateway, and leaves what the service says of its own', () => {
    const { paths } = documentOf(fragment);
    const statuses = (method: string) => Object.keys(paths['/calls']?.[method]?.responses ?? {}).join(' ');
    expect(statuses('get')).toBe('200 304 400 401 429 500 503');
    expect(statuses('post')).toBe('201 400 401 403 409 413 415 422 429 500 503');
    expect(paths['/calls']?.['get']?.responses['401']).toEqual({ description: 'Own.' });
  });

  it('says of what was answered, and of what was asked too often, which limits there are', () => {
    const { paths, components } = documentOf(fragment);
    const headersOf = (status: string) => {
      const answer = paths['/calls']?.['get']?.responses[status] as Answer | undefined;
      const named = components.responses[answer?.$ref?.split('/').at(-1) ?? ''] as Answer | undefined;
      return Object.keys((named ?? answer)?.headers ?? {});
    };
    const limits = ['RateLimit-Policy', 'RateLimit'];
    expect(headersOf('200')).toEqual(['Link', ...limits]);
    expect(headersOf('304')).toEqual(limits);
    expect(headersOf('429')).toEqual(['Retry-After', ...limits]);
    expect(headersOf('503')).toEqual(['Retry-After']);
    expect(headersOf('500')).toEqual([]);
  });

  it('says of every POST, and of nothing else, that it may be repeated under a key, and of every GET that it may be conditional', () => {
    const named = (...parameters: readonly object[]) => ({
      '/v1/calls': { post: { parameters }, get: { operationId: 'listCalls' } },
    });
    const parametersOf = (method: string, ...given: readonly object[]) => {
      const { paths } = documentOf({ paths: named(...given) });
      return paths['/calls']?.[method]?.parameters;
    };
    const own = { name: 'Idempotency-Key', in: 'header' };
    expect(parametersOf('post')).toEqual([expect.objectContaining({ ...own, required: false })]);
    expect(parametersOf('post', own)).toEqual([own]);
    expect(parametersOf('get')).toEqual([expect.objectContaining({ name: 'If-None-Match', in: 'header' })]);
  });

  it('adds no text to a parameter in a query or a header that its service describes', async () => {
    const file = new URL('../../../../docs/openapi.json', import.meta.url);
    const committed = (JSON.parse(await readFile(file, 'utf8')) as Document).paths;
    const bare = ({ name, in: place }: Parameter) => (place === 'path' ? [] : [{ name, in: place }]);
    const given = Object.entries(committed).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { parameters = [] }]) => ({ path, method, own: parameters.flatMap(bare) })),
    );
    expect(given.flatMap(({ own }) => own).length).toBeGreaterThan(50);
    for (const { path, method, own } of given) {
      const { paths } = documentOf({ paths: { [`/v1${path}`]: { [method]: { parameters: own } } } });
      expect([method, path, paths[path]?.[method]?.parameters ?? []]).toEqual([method, path, own]);
    }
  });

  it('describes the ids in paths as the schemas of their resources do', () => {
    const ids = ['id', 'delivery_id', 'part'].map((name) => ({ name, in: 'path', required: true }));
    const path = '/webhooks/{id}/deliveries/{delivery_id}';
    const { paths } = documentOf({ paths: { [`/v1${path}`]: { get: { parameters: ids } } } });
    const text = (description: string) => ({ description, example: expect.any(String) });
    expect(paths[path]?.['get']?.parameters?.slice(0, 3)).toEqual([
      { ...ids[0], ...text('Id of the webhook endpoint.') },
      { ...ids[1], ...text('Id of the delivery.') },
      ids[2],
    ]);
  });

  it('names no schema, answer or parameter that is not there', () => {
    const document = documentOf(fragment);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, kind, name] of references) {
      expect(document.components[kind as 'schemas']).toHaveProperty(name ?? '');
    }
  });

  it('keeps the first of two different schemas of one name, and says so', () => {
    const other: ApiFragment = { components: { schemas: { Own: { type: 'string' }, Call: { type: 'string' } } } };
    const { document, clashes } = apiDocument([fragment, fragment, other]);
    expect(clashes).toEqual(['Own', 'Call']);
    expect((document as unknown as Document).components.schemas['Own']).toEqual({ type: 'object' });
    expect(apiDocument([fragment, fragment]).clashes).toEqual([]);
  });

  it('describes each webhook with its schema and an example', () => {
    const { webhooks } = documentOf();
    expect(Object.keys(webhooks)).toEqual(Object.keys(contracts.webhookPayloadSchemas));
    expect(webhooks['call.ended']?.post).toMatchObject({
      operationId: 'onCallEnded',
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/CallEndedEvent' } } } },
    });
    for (const { post } of Object.values(webhooks)) {
      const { schema, example } = post.requestBody?.content['application/json'] ?? {};
      expect([schema, example]).toEqual([
        { $ref: expect.any(String) },
        expect.objectContaining({ id: expect.any(String) }),
      ]);
    }
  });

  it('gives each route of the public API a chapter', () => {
    const paths = Object.fromEntries(
      publicRoutes.map(({ path, methods }) => [
        `/v1/${path.replaceAll(/:(\w+)/g, '{$1}')}`,
        Object.fromEntries(methods.map((method) => [method.toLowerCase(), {}])),
      ]),
    );
    const described = Object.values(documentOf({ paths }).paths).flatMap((item) => Object.values(item));
    expect(described).toHaveLength(publicRoutes.flatMap(({ methods }) => methods).length);
    expect(new Set(described.flatMap(({ tags }) => tags))).toEqual(
      new Set(['Calls', 'Summaries', 'Action items', 'Contacts', 'Webhooks']),
    );
  });
});

describe('the error catalogue', () => {
  it('is the same for clients and for services', () => {
    expect(contracts.errorStatuses).toEqual(errorStatuses);
  });
});
