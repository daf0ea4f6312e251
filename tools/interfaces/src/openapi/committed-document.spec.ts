import { readFile } from 'node:fs/promises';
import path from 'node:path';

interface Media {
  readonly example?: unknown;
  readonly examples?: object;
}

interface Answer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Answer>>;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly responses: Readonly<Record<string, Answer>> };
}

const document = JSON.parse(
  await readFile(path.resolve(import.meta.dirname, '../../../../docs/openapi.json'), 'utf8'),
) as Document;

const operations = Object.entries(document.paths).flatMap(([route, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method, route, operation })),
);

const withoutExample = (content: Readonly<Record<string, Media>> = {}) =>
  Object.entries(content).flatMap(([type, media]) => ('example' in media || 'examples' in media ? [] : [type]));

/** What any route may answer besides what it is for. */
function errorsOf(method: string, route: string): string[] {
  const writes = method !== 'get';
  return [
    ...(writes ? [] : ['304']),
    '400',
    '401',
    ...(writes || /^\/(webhooks|deliveries)/.test(route) ? ['403'] : []),
    ...(route.includes('{') ? ['404'] : []),
    ...(writes ? ['409', '413', '415'] : []),
    ...(method === 'post' ? ['422'] : []),
    '429',
    '500',
    '503',
  ];
}

describe('each operation of the document', () => {
  it.each(operations)(
    '$method $route has all its errors, and an example of every body',
    ({ method, route, operation }) => {
      const { responses, requestBody } = operation;
      const statuses = Object.keys(responses);
      expect(statuses).toEqual(expect.arrayContaining(errorsOf(method, route)));
      expect(statuses.some((status) => status.startsWith('2'))).toBe(true);
      for (const [status, given] of Object.entries(responses)) {
        const answer =
          given.$ref === undefined ? given : document.components.responses[given.$ref.split('/').at(-1) ?? ''];
        expect([status, withoutExample(answer?.content)]).toEqual([status, []]);
        expect([status, answer?.content === undefined]).toEqual([status, status === '204' || status === '304']);
      }
      expect(withoutExample(requestBody?.content)).toEqual([]);
    },
  );

  it('has a name of its own', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every(Boolean)).toBe(true);
  });
});

describe('each webhook of the document', () => {
  it.each(Object.entries(document.webhooks))('%s has an example', (_type, { post }) => {
    expect(Object.keys(post.requestBody?.content ?? {})).toEqual(['application/json']);
    expect(withoutExample(post.requestBody?.content)).toEqual([]);
  });
});
