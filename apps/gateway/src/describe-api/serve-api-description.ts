import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiDescription } from './api-description.ts';
import { interactivePage, interactiveScript } from './interactive-page.ts';

/** `/v1/openapi.json` and the interactive reference at `/docs/api`, both without a key. The page and all it needs come from here. */
export async function serveApiDescription(instance: FastifyInstance, description: ApiDescription): Promise<void> {
  instance.get('/v1/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(description.text),
  );
  instance.get('/', (_request, reply) => reply.redirect('/console/'));
  instance.get('/docs/api', (_request, reply) => sendInteractivePage(reply));
  instance.get('/docs/api/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(interactiveScript),
  );
  await instance.register(fastifyStatic, {
    root: dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: '/docs/api/assets/',
    index: false,
    decorateReply: false,
    maxAge: '1h',
    allowedPath: (path) => assets.has(path),
  });
}

export function sendInteractivePage(reply: FastifyReply): FastifyReply {
  return reply.type('text/html; charset=utf-8').headers(pageHeaders).send(interactivePage);
}

const assets: ReadonlySet<string> = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png']);

const pageHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
