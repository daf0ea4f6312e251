import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from './error-body.ts';
import { traceIdOf, type Logger } from '@ci/observability';
import { routeOf } from './http-metrics.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';

/** Answers every error of Nest, of Fastify and of the parsers in the one shape. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  catch(error: unknown, host: ArgumentsHost): void {
    // Errors of message handlers are the transport's: it decides between ignoring, trying again and parking.
    if (host.getType() !== 'http') throw error;
    const http = host.switchToHttp();
    sendError(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), this.#logger);
  }
}

/** Sends an error's answer, and logs once what is the service's own fault. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  const { status, headers, body } = errorBody(error, request.id);
  if (status >= 500) {
    const entry = {
      err: error,
      request_id: request.id,
      trace_id: traceIdOf(request.headers['traceparent']),
      method: request.method,
      route: routeOf(request),
      status,
    };
    if (status === 503) logger.warn(entry, 'request could not be served for now');
    else logger.error(entry, 'request failed');
  }
  if (reply.sent) return;
  // What a handler set before it failed speaks of an answer that is not sent.
  for (const name of ['etag', 'link', 'location', 'content-length', 'cache-control']) reply.removeHeader(name);
  void reply
    .code(status)
    .headers(headers)
    .header(REQUEST_ID_HEADER, request.id)
    .type('application/json; charset=utf-8')
    .send(body);
}
