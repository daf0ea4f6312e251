import { publicRoutes, type PublicRoute } from './public-routes.ts';

/** What a request asks for, before anything is known about who asks. */
export interface Target {
  /** Below `/v1`, as it was written: still percent-encoded, without a trailing slash. */
  readonly segments: readonly string[];
  /** `?…` as it was written, or nothing. */
  readonly query: string;
  readonly match:
    | { readonly kind: 'route'; readonly route: PublicRoute }
    | { readonly kind: 'other-method'; readonly allow: string }
    | { readonly kind: 'none' };
}

/** Finds the route of a request for `/v1` or below. Of several templates that fit, the one with more literal segments counts. */
export function findRoute(method: string, url: string): Target {
  const question = url.indexOf('?');
  const path = question === -1 ? url : url.slice(0, question);
  const query = question === -1 ? '' : url.slice(question);
  const segments = path.replace(/\/$/, '').split('/').slice(2);
  return { segments, query, match: matchOf(method, segments) };
}

function matchOf(method: string, segments: readonly string[]): Target['match'] {
  const template = templates.find((one) => fits(one.segments, segments));
  if (template === undefined) return { kind: 'none' };
  const { route, methods } = template;
  return methods.includes(method) ? { kind: 'route', route } : { kind: 'other-method', allow: methods.join(', ') };
}

const templates = publicRoutes
  .map((route) => ({ route, segments: route.path.split('/'), methods: methodsOf(route) }))
  .toSorted((one, other) => parametersOf(one.segments) - parametersOf(other.segments));

function parametersOf(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith(':')).length;
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) =>
      part.startsWith(':') ? isParameter(segments[index] ?? '') : part === segments[index],
    )
  );
}

/** Dots are directions to some readers of paths, and no id consists of them. */
function isParameter(segment: string): boolean {
  return segment !== '' && !/^(?:\.|%2e){1,2}$/i.test(segment);
}

function methodsOf({ methods }: PublicRoute): readonly string[] {
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}
