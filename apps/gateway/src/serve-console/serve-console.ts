import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notFound } from '@ci/domain';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** What the build of the console writes where the nonce of each answer is to stand. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * The console's pages. Each path is the same document, whose script shows the page of the path; the files it names carry a hash of their
 * content in their names.
 */
export async function serveConsole(instance: FastifyInstance, folder: string): Promise<void> {
  instance.get('/console', (request, reply) =>
    // A trailing slash is the same route to the router, and another base for the document's links to the browser.
    request.url.startsWith('/console/') ? sendDocument(reply, folder) : reply.redirect('/console/'),
  );
  instance.get('/console/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (noPage.test(path)) throw notFound();
    return sendDocument(reply, folder);
  });
  await instance.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/console/assets/',
    index: false,
    decorateReply: false,
    immutable: true,
    maxAge: '1y',
    setHeaders: (reply) => void reply.header('x-content-type-options', 'nosniff'),
  });
}

async function sendDocument(reply: FastifyReply, folder: string): Promise<FastifyReply> {
  // Read each time: a new build is there at once, and with it the names of its files.
  const document = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
  const nonce = randomBytes(16).toString('base64');
  reply.type('text/html; charset=utf-8').headers(pageHeaders(nonce));
  if (document === undefined) return reply.code(503).send(notBuilt);
  return reply.send(document.replaceAll(NONCE_PLACEHOLDER, nonce));
}

function pageHeaders(nonce: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

/** Files, which have an extension, and what else is served below `/console`. */
const noPage = /^\/console\/(?:api|assets)(?:\/|$)|\.[^/]*$/;

const notBuilt = `<!doctype html>
<html lang="en">
<title>The console is not built</title>
<p>The console is not built. Build it with <code>npx nx build console</code>, or set <code>CONSOLE_DIR</code> to the folder that holds its <code>index.html</code>.</p>
<p>The API works without it: <a href="/docs">reference</a>.</p>
</html>
`;
