import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeOf } from './http-metrics.ts';
import { beginSpan, isTracing } from '@ci/observability';

const spans = new WeakMap<FastifyRequest, string>();

/** The `traceparent` of a request's own span; undefined while no traces are collected. */
export function spanOf(request: FastifyRequest): string | undefined {
  return spans.get(request);
}

/** Who may say what a request follows from. */
export interface TracedRequests {
  /** Strangers reach it: what they name as the parent becomes a link, unless a trusted proxy has passed it on. */
  readonly isPublic: boolean;
}

/**
 * Makes a span of each request while traces are collected, and has the request name it as its parent: whatever follows from the request, in
 * this process or in the next, hangs on it.
 */
export function traceRequests(instance: FastifyInstance, { isPublic }: TracedRequests): void {
  instance.addHook('onRequest', (request, reply, done) => {
    const link = isPublic ? linkOfClient(request) : undefined;
    if (!isTracing() || request.url.startsWith('/health/')) return done();
    const { traceparent } = request.headers;
    const span = beginSpan(request.method, {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : undefined,
      link,
      attributes: { 'http.request.method': request.method, 'ci.request_id': request.id },
    });
    if (span.traceparent !== undefined) {
      spans.set(request, span.traceparent);
      request.headers['traceparent'] = span.traceparent;
    }
    // Also when the client has gone: then there is no response that ends.
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      const name = nameOf(request);
      const attributes = { 'http.response.status_code': statusCode, 'http.route': routeOf(request) ?? '' };
      span.end({ name, failed: statusCode >= 500, attributes });
    });
    done();
  });
}

/** What a client names as the parent, taken off the request: no client decides which trace is kept, nor into which one ours is mixed. */
function linkOfClient(request: FastifyRequest): string | undefined {
  // More than one address: a trusted proxy has said from where it comes.
  if ((request.ips?.length ?? 1) > 1) return undefined;
  const { traceparent } = request.headers;
  delete request.headers['traceparent'];
  delete request.headers['tracestate'];
  return typeof traceparent === 'string' ? traceparent : undefined;
}

function nameOf(request: FastifyRequest): string {
  const route = routeOf(request);
  return route === undefined ? request.method : `${request.method} ${route}`;
}
