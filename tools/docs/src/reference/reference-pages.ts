import { slugOf } from './slug.ts';
import type { OpenApi } from './open-api.ts';
import { exampleOf, operationSection } from './operation-section.ts';
import { propertyTable, typeOf } from './property-table.ts';

export type { OpenApi } from './open-api.ts';

/** The reference of the API as Markdown, by the page's name: one for each tag, one of all schemas, one of the webhooks' events. */
export function referencePages(document: OpenApi): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  for (const { name, description } of document.tags) {
    const sections = Object.entries(document.paths).flatMap(([route, item]) =>
      Object.entries(item)
        .filter(([, { tags }]) => tags?.includes(name) === true)
        .map(([method, operation]) =>
          operationSection(document, method, route, operation).replaceAll(
            'PLACE',
            slugOf(operation.operationId ?? route),
          ),
        ),
    );
    pages.set(slugOf(name), [operationsOnly, `# ${name}`, description, tryIt, ...sections].join('\n\n'));
  }
  pages.set('schemas', schemasPage(document));
  pages.set('events', eventsPage(document));
  return pages;
}

/** The outline of a page has its operations, not the parts of each. */
const operationsOnly = '---\noutline: 2\n---';

const tryIt =
  'Every request carries `Authorization: Bearer $API_KEY`. Every response carries `X-Request-Id`, `RateLimit` and `RateLimit-Policy`. Send requests from the [interactive reference](/api){target="_self"}, or read the same as <a href="/v1/openapi.json" target="_self">OpenAPI 3.1</a>.';

function schemasPage({ components }: OpenApi): string {
  const sections = Object.entries(components.schemas)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, schema]) => {
      const table = propertyTable(schema);
      return [`## ${name}`, schema.description ?? '', table === '' ? typeOf(schema) : table]
        .filter((part) => part !== '')
        .join('\n\n');
    });
  const headers = Object.entries(components.headers).map(
    ([name, { description = '', example }]) =>
      `| \`${name}\` | ${description}${example === undefined ? '' : ` Example: \`${String(example)}\`.`} |`,
  );
  return [
    '# Schemas',
    'Every field is present. An absent value is `null`. Ignore fields that you do not know: a release may add some.',
    ...sections,
    '## Response headers',
    ['| header | description |', '| --- | --- |', ...headers].join('\n'),
  ].join('\n\n');
}

function eventsPage({ webhooks }: OpenApi): string {
  const sections = Object.entries(webhooks).map(([type, { post }]) => {
    const media = post.requestBody?.content['application/json'];
    return [
      `## ${type}`,
      post.summary,
      post.description,
      media?.schema === undefined ? '' : `Body: ${typeOf(media.schema)}.`,
      media === undefined ? '' : exampleOf(media),
    ]
      .filter((part) => part !== undefined && part !== '')
      .join('\n\n');
  });
  return [
    '# Webhook events',
    'A webhook endpoint gets each event that it subscribes to as a signed POST request. How to verify and store it: [Receive webhooks](../webhooks.md).',
    ...sections,
  ].join('\n\n');
}
