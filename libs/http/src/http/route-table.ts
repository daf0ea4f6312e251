import { DomainError, notFound } from '@ci/domain';
import type { FastifyInstance } from 'fastify';

/** Which methods each path has, so that a wrong method is distinguished from a wrong path. */
export class RouteTable {
  readonly #routes: { readonly segments: readonly string[]; readonly methods: ReadonlySet<string> }[] = [];

  /**
   * Notes the routes that are registered from now on, and answers requests for others before their bodies are read. `/path/*` with
   * `config: { isNone: true }` stands for the paths below it that are none, where a shorter `/*` would take some of their methods.
   */
  static watch(instance: FastifyInstance): RouteTable {
    const table = new RouteTable();
    const isNone = (config: unknown) => (config as { readonly isNone?: boolean } | undefined)?.isNone === true;
    instance.addHook('onRoute', ({ method, url, config }) => table.add(isNone(config) ? [] : [method].flat(), url));
    instance.addHook('onRequest', (request, _reply, done) =>
      done(request.is404 || isNone(request.routeOptions.config) ? table.errorFor(request.url) : undefined),
    );
    return table;
  }

  add(methods: readonly string[], template: string): void {
    this.#routes.push({ segments: segmentsOf(template), methods: new Set(methods) });
  }

  /** The error for a request that no route takes: 405 when another method would do, else 404. */
  errorFor(url: string): DomainError {
    const path = segmentsOf(url.split('?', 1)[0] ?? '');
    const matching = this.#routes.filter(({ segments }) => matches(segments, path));
    const closest = Math.max(...matching.map(({ segments }) => closeness(segments)));
    const methods = new Set(
      matching.filter(({ segments }) => closeness(segments) === closest).flatMap((route) => [...route.methods]),
    );
    if (methods.size === 0) return notFound();
    return new DomainError('method_not_allowed', undefined, { headers: { allow: [...methods].join(', ') } });
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

/** Of several templates for a path the router takes the one that names more of it. */
function closeness(template: readonly string[]): number {
  return template.length - (template.at(-1) === '*' ? 0.5 : 0);
}

function matchesSegment(template: string, segment: string): boolean {
  return template.startsWith(':') ? segment !== '' : template === segment;
}
