import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '@ci/observability';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const named = new WeakMap<FastifyRequest, string>();

/** Names the route of a request more exactly than its registration does: behind a wildcard. A template, never the path itself. */
export function nameRoute(request: FastifyRequest, template: string): void {
  named.set(request, template);
}

/** The template of a request's route; undefined for a path that there is not. */
export function routeOf(request: FastifyRequest): string | undefined {
  return named.get(request) ?? request.routeOptions.url;
}

/** Measures each answer: rate, errors and duration per route. */
export function measureAnswers(instance: FastifyInstance, metrics: Metrics): void {
  const durations = metrics.histogram({
    name: 'ci_http_request_duration_seconds',
    help: 'Requests that were answered, by route, method and status, and how long that took.',
    labels: ['route', 'method', 'status'],
  });
  instance.addHook('onResponse', (request, reply, done) => {
    // What a stranger sends becomes a label only if it is one of a few.
    const route = routeOf(request) ?? 'unknown';
    const method = METHODS.has(request.method) ? request.method : 'other';
    // Not of Fastify's reply: an answer may have been written past it.
    durations.observe({ route, method, status: reply.raw.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
}
