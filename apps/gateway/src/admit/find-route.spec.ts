import { findRoute } from './find-route.ts';
import { publicRoutes } from './public-routes.ts';

const pathOf = (method: string, url: string) => {
  const { match } = findRoute(method, url);
  return match.kind === 'route' ? `${match.route.service} ${match.route.path}` : match;
};

describe('the route of a request', () => {
  it.each(publicRoutes.flatMap((route) => route.methods.map((method) => [method, route] as const)))(
    '%s %j is found by its own path',
    (method, route) => {
      expect(pathOf(method, `/v1/${route.path.replace(':id', 'x_1')}`)).toBe(`${route.service} ${route.path}`);
    },
  );

  it.each([
    ['POST', '/v1/calls/import?format=auto', 'ingestion calls/import'],
    ['GET', '/v1/webhooks/event-types', 'webhooks webhooks/event-types'],
    ['GET', '/v1/calls/call_1/summary', 'summarization calls/:id/summary'],
    ['HEAD', '/v1/calls/call_1', 'ingestion calls/:id'],
    ['GET', '/v1/calls/', 'ingestion calls'],
    ['GET', '/v1/calls/a%2Fb', 'ingestion calls/:id'],
  ])('%s %s', (method, url, expected) => {
    expect(pathOf(method, url)).toBe(expected);
  });

  it.each([
    ['PUT', '/v1/calls', 'GET, HEAD, POST'],
    ['GET', '/v1/calls/import', 'POST'],
    ['POST', '/v1/contacts/con_1', 'GET, HEAD'],
    ['OPTIONS', '/v1/webhooks/whk_1', 'GET, HEAD, PATCH, DELETE'],
  ])('%s %s is another method', (method, url, allow) => {
    expect(pathOf(method, url)).toEqual({ kind: 'other-method', allow });
  });

  it.each([
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/Calls',
    '/v1//calls',
    '/v1/calls//summary',
    '/v1/calls/x/y/z',
    '/v1/calls/..',
    '/v1/calls/%2e%2E/summary',
    '/v1/calls/../webhooks',
    '/v1/%63alls',
    '/v1/calls/x/existence',
    '/v1/internal/calls/x/existence',
  ])('%s is none', (url) => {
    expect(pathOf('GET', url)).toEqual({ kind: 'none' });
  });

  it('keeps the query as it was written', () => {
    expect(findRoute('GET', '/v1/calls/?cursor=a%2Bb&x=?')).toMatchObject({
      segments: ['calls'],
      query: '?cursor=a%2Bb&x=?',
    });
  });
});
