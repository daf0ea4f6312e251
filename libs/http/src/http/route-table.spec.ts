import type { DomainError } from '@ci/domain';
import fastify, { type FastifyInstance } from 'fastify';
import { RouteTable } from './route-table.ts';

let server: FastifyInstance;
beforeEach(async () => {
  server = fastify();
  server.setErrorHandler((error: DomainError, _request, reply) =>
    reply.code(error.status).headers(error.headers).send(),
  );
  RouteTable.watch(server);
  server.get('/pages/*', async () => 'a page');
  server.post('/pages/api/things', async () => 'a thing');
  server.route({
    method: ['GET', 'POST', 'PUT'],
    url: '/pages/api/*',
    config: { isNone: true },
    handler: () => 'none',
  });
  await server.ready();
});
afterEach(() => server.close());

it.each([
  ['GET', '/pages/one', 200, undefined],
  ['POST', '/pages/one', 405, 'GET, HEAD'],
  // Of a separate path, not of the page's.
  ['PUT', '/pages/api/things', 405, 'POST'],
  ['GET', '/pages/api/other', 404, undefined],
  ['POST', '/pages/api/other', 404, undefined],
  ['DELETE', '/pages/api/other', 404, undefined],
  ['DELETE', '/other', 404, undefined],
] as const)('%s %s is %i', async (method, url, status, allow) => {
  const answer = await server.inject({ method, url });
  expect([answer.statusCode, answer.headers.allow]).toEqual([status, allow]);
});
