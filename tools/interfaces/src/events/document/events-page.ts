import { EventHeadersSchema, eventContracts, topicDeclarations, type TopicName } from '@ci/contracts';
import { partiesOf, type GoldenExamples } from './asyncapi-document.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** The events for people: a page of Markdown with who sends and reads each, its fields and its golden example. */
export function eventsPage(examples: GoldenExamples): string {
  const topics = topicDeclarations.map(({ name }) => name as TopicName);
  return [
    '<!-- Written by `npm run events` from libs/contracts. -->',
    '# Events',
    'Messages between the services over Kafka, for readers; [asyncapi.yaml](asyncapi.yaml) is the same for programs (AsyncAPI 3). Customers ' +
      'get [webhooks](webhooks.md) instead, whose bodies are not these.',
    'A message is sent at least once; its `ce_id` stays the same. Order is kept among the messages of one key. An event changes only by ' +
      'optional fields added or removed: `npm run events` compares it with every version in `libs/contracts/released`. Objects are open: ignore ' +
      'what you do not know.',
    tableOf(
      ['event', 'sent by', 'read by', 'key'],
      topics.map((topic) => {
        const { senders, readers } = partiesOf(topic);
        const link = `[\`${topic}\`](#${topic.replaceAll('.', '')})`;
        return [link, listed(senders), listed(readers), `\`${eventContracts[topic].keyAt}\``];
      }),
    ),
    '## Headers',
    'CloudEvents 1.0 in binary mode: the value of the Kafka message is the data alone.',
    fieldsTable(EventHeadersSchema as unknown as JsonSchema),
    ...topics.flatMap((topic) => sectionOf(topic, examples[topic])),
    '',
  ].join('\n\n');
}

function sectionOf(topic: TopicName, example: unknown): readonly string[] {
  const { version, schema } = eventContracts[topic];
  const { description } = schema as { readonly description?: string };
  return [
    `## ${topic}`,
    `${String(description)} Version ${version}.`,
    fieldsTable(schema as unknown as JsonSchema),
    '<details><summary>Example</summary>',
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    '</details>',
  ];
}

function fieldsTable(schema: JsonSchema): string {
  return tableOf(['field', 'type', ''], fieldsOf(schema, ''));
}

/** Each field with those inside it: `call.id`, `segments[].text`. */
function fieldsOf(schema: JsonSchema, prefix: string): readonly (readonly string[])[] {
  const needed = new Set((schema['required'] ?? []) as readonly string[]);
  const fields = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);
  return fields.flatMap(([name, field]) => {
    const [inner, path] = insideOf(field, `${prefix}${name}`);
    const notes = [needed.has(name) ? '' : 'optional.', ...limitsOf(field), (field['description'] ?? '') as string];
    const row = [`\`${path}\``, typeOf(inner), notes.filter(Boolean).join(' ')];
    return [row, ...fieldsOf(inner, `${path}.`)];
  });
}

function insideOf(schema: JsonSchema, path: string): readonly [JsonSchema, string] {
  return schema['type'] === 'array' ? insideOf(schema['items'] as JsonSchema, `${path}[]`) : [schema, path];
}

function typeOf(schema: JsonSchema): string {
  const { type, enum: words, format } = schema as { type?: unknown; enum?: unknown; format?: string };
  if (Array.isArray(words)) return words.map((word) => `\`${String(word)}\``).join(', ');
  const kinds = Array.isArray(type) ? type.join(' or ') : String(type);
  return format === undefined ? kinds : `${kinds}, ${format}`;
}

function limitsOf(schema: JsonSchema): readonly string[] {
  const { minimum, maximum, maxLength, maxItems } = schema as Readonly<Record<string, number | undefined>>;
  return [
    minimum === undefined && maximum === undefined ? '' : `${minimum ?? ''}…${maximum ?? ''}.`,
    maxLength === undefined ? '' : `At most ${maxLength} characters.`,
    maxItems === undefined ? '' : `At most ${maxItems}.`,
  ];
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function listed(services: readonly string[]): string {
  return services.length === 0 ? '–' : services.join(', ');
}
