import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@ci/domain';
import type { FastifyInstance, RawRequestDefaultExpression } from 'fastify';
import { answerClientError, noteOpenAnswers } from './client-error.ts';
import { keepLastAnswers } from './lingering-end.ts';

/**
 * Requests that Node or Fastify would answer directly, without our error shape and request id: one without a Host (needs
 * `requireHostHeader: false`), one with an unknown expectation, one for a tunnel.
 */
export function answerUnusualRequests(instance: FastifyInstance): void {
  const { server } = instance;
  noteOpenAnswers(server);
  keepLastAnswers(server);
  // RFC 9110, 10.1.1 allows 417; an expectation that cannot be met may as well be passed over.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => answerClientError(new Error('CONNECT'), socket));
  instance.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion } = request.raw;
    // The parser reads 0.9 and 2.0 as well, and then headers, which neither has in this form.
    if (httpVersion !== '1.1' && httpVersion !== '1.0')
      done(new DomainError('invalid_request', 'The request is not valid HTTP.', { headers: { connection: 'close' } }));
    else if (httpVersion === '1.1' && request.headers.host === undefined)
      done(new DomainError('invalid_request', 'The request has no Host header.'));
    else done();
  });
}

/**
 * A request's target as routes are found by it. The absolute form, which servers must accept (RFC 9112, 3.2.2), becomes the usual one. A
 * path that cannot be decoded is taken literally: it holds a malformed id, which is answered like an unknown one, after all other checks.
 */
export function routableTarget({ url = '/' }: Pick<RawRequestDefaultExpression, 'url'>): string {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const rooted = target.startsWith('/') || target === '*' ? target : `/${target}`;
  const question = rooted.indexOf('?');
  const path = question === -1 ? rooted : rooted.slice(0, question);
  return isDecodable(path) ? rooted : path.replaceAll('%', '%25') + rooted.slice(path.length);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
