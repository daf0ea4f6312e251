import { nameOf, type Answer, type Media, type OpenApi, type Operation, type Parameter } from './open-api.ts';
import { cell, propertyTable, textOf, typeOf } from './property-table.ts';

/** What one operation takes and answers. */
export function operationSection(document: OpenApi, method: string, route: string, operation: Operation): string {
  return [
    `## ${operation.summary ?? operation.operationId ?? route}`,
    `\`${method.toUpperCase()} /v1${route}\` · \`${operation.operationId ?? ''}\``,
    operation.description,
    parameters(operation.parameters ?? []),
    body(operation.requestBody?.content),
    answers(document, operation.responses),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
}

function parameters(all: readonly Parameter[]): string {
  if (all.length === 0) return '';
  const rows = all.map(
    ({ name, in: place, required, schema, description, example }) =>
      `| \`${name}\` (${place}${required === true || place === 'path' ? '' : ', optional'}) | ${cell(typeOf(schema))} | ${cell(textOf({ ...schema, ...(description === undefined ? {} : { description }), ...(example === undefined ? {} : { example }) }))} |`,
  );
  return [
    '### Parameters {#PLACE-parameters}',
    ['| parameter | type | description |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}

function body(content: Readonly<Record<string, Media>> | undefined): string {
  if (content === undefined) return '';
  const parts = Object.entries(content).map(
    ([type, media]) => `As \`${type}\`: ${schemaText(media)}\n\n${exampleOf(media)}`,
  );
  return ['### Request body {#PLACE-body}', ...parts].join('\n\n');
}

function answers(document: OpenApi, all: Readonly<Record<string, Answer>>): string {
  const good = Object.entries(all).filter(([status]) => status < '300');
  const errors = Object.entries(all).filter(([status]) => status >= '300');
  const shown = good.map(([status, answer]) => {
    const media = answer.content?.['application/json'];
    const text = `**${status}** ${answer.description ?? ''} ${media === undefined ? '' : schemaText(media)}`.trim();
    return media === undefined ? text : `${text}\n\n${exampleOf(media)}`;
  });
  const rows = errors.map(([status, answer]) => {
    const named = answer.$ref === undefined ? answer : document.components.responses[nameOf(answer.$ref)];
    const text = (named?.description ?? '').replaceAll(/`([a-z_]+)`:/g, '[`$1`](../errors.md#$1):');
    return `| ${status} | ${cell(text)} |`;
  });
  return [
    '### Responses {#PLACE-responses}',
    ...shown,
    ['| status | meaning |', '| --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}

function schemaText(media: Media): string {
  const { schema } = media;
  if (schema === undefined) return '';
  if (schema.properties === undefined) return `(${typeOf(schema)})`;
  return `\n\n${propertyTable(schema)}`;
}

/** The first example as a code block; nothing where there is none. */
export function exampleOf(media: Media): string {
  const example = media.example ?? Object.values(media.examples ?? {})[0]?.value;
  if (example === undefined) return '';
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return `\`\`\`${typeof example === 'string' ? 'text' : 'json'}\n${text}\n\`\`\``;
}
