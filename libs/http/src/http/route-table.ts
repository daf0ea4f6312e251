import { DomainError, notFound } from '@ci/domain';
import type { FastifyInstance } from 'fastify';

/** Which methods each path has, so that a wrong method is told from a wrong path. */
export class RouteTable {
  readonly #routes: { readonly segments: readonly string[]; readonly methods: ReadonlySet<string> }[] = [];

  /** Notes the routes that are registered from now on, and answers requests for others before their bodies are read. */
  static watch(instance: FastifyInstance): RouteTable {
    const table = new RouteTable();
    instance.addHook('onRoute', ({ method, url }) => table.add([method].flat(), url));
    instance.addHook('onRequest', (request, _reply, done) =>
      done(request.is404 ? table.errorFor(request.url) : undefined),
    );
    return table;
  }

  add(methods: readonly string[], template: string): void {
    this.#routes.push({ segments: segmentsOf(template), methods: new Set(methods) });
  }

  /** The error for a request that no route takes: 405 when another method would do, else 404. */
  errorFor(url: string): DomainError {
    const path = segmentsOf(url.split('?', 1)[0] ?? '');
    const methods = new Set(
      this.#routes.filter(({ segments }) => matches(segments, path)).flatMap((route) => [...route.methods]),
    );
    if (methods.size === 0) return notFound();
    return new DomainError('method_not_allowed', undefined, { headers: { allow: [...methods].sort().join(', ') } });
  }
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/').slice(1);
}

function matches(template: readonly string[], path: readonly string[]): boolean {
  if (template.at(-1) === '*') return matches(template.slice(0, -1), path.slice(0, template.length - 1));
  return (
    template.length === path.length && template.every((segment, index) => matchesSegment(segment, path[index] ?? ''))
  );
}

function matchesSegment(template: string, segment: string): boolean {
  return template.startsWith(':') ? segment !== '' : template === segment;
}
