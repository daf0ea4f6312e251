import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { notFound } from '@ci/domain';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendInteractivePage } from '../describe-api/serve-api-description.ts';
import { docsHeaders } from './docs-headers.ts';
import { docsFileOf } from './docs-file.ts';

/**
 * The documentation at `/docs`, without a key: pages by their address without `.html`, and files whose names carry a hash of their content.
 * Where it has not been built, `/docs` is the interactive reference.
 */
export async function serveDocs(instance: FastifyInstance, folder: string): Promise<void> {
  instance.get('/docs', (_request, reply) => sendPage(reply, folder, 'index.html'));
  instance.get('/docs/*', async (request, reply) => {
    const address = request.url.split('?', 1)[0] ?? '';
    const found = docsFileOf(address.slice('/docs/'.length));
    if (found === undefined) throw notFound();
    if ('moved' in found) return reply.redirect(`/docs/${found.moved}`, 301);
    const type = types[extname(found.file)];
    return type === undefined ? sendPage(reply, folder, found.file) : sendFile(reply, join(folder, found.file), type);
  });
  await instance.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/docs/assets/',
    index: false,
    decorateReply: false,
    immutable: true,
    maxAge: '1y',
    setHeaders: (reply) => void reply.header('x-content-type-options', 'nosniff'),
  });
}

const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

async function sendPage(reply: FastifyReply, folder: string, file: string): Promise<FastifyReply> {
  // Read each time: after a build the new pages name files that the old ones do not.
  const page = await read(join(folder, file));
  if (page !== undefined) return sendHtml(reply, page);
  // `operate/runbooks` may be a folder with its own page.
  const inFolder = file.endsWith('/index.html') ? undefined : `${file.slice(0, -'.html'.length)}/index.html`;
  if (inFolder !== undefined && (await read(join(folder, inFolder))) !== undefined)
    return reply.redirect(`/docs/${inFolder.slice(0, -'index.html'.length)}`, 301);
  const missing = await read(join(folder, '404.html'));
  if (missing !== undefined) return sendHtml(reply.code(404), missing);
  if (file !== 'index.html') throw notFound();
  return sendInteractivePage(reply);
}

function sendHtml(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').headers(docsHeaders(page)).send(page);
}

async function sendFile(reply: FastifyReply, file: string, type: string): Promise<FastifyReply> {
  const content = await read(file);
  if (content === undefined) throw notFound();
  return reply.type(type).header('cache-control', 'no-cache').header('x-content-type-options', 'nosniff').send(content);
}

async function read(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
