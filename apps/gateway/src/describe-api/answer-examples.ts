import { resourceExamples } from '@ci/contracts';
import type { Json } from './json.ts';

const examples: Json = resourceExamples;

/** Gives the successful answers of an operation that have no example one that is put together from the resources they name. */
export function withExamples(responses: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const content = response['content'] as Readonly<Record<string, Json>> | undefined;
      if (!status.startsWith('2') || content === undefined) return [status, response];
      const media = Object.entries(content).map(([type, answer]) => [type, withExample(answer)]);
      return [status, { ...response, content: Object.fromEntries(media) as Json }];
    }),
  );
}

function withExample(answer: Json): Json {
  if ('example' in answer || 'examples' in answer) return answer;
  const example = exampleOf((answer['schema'] ?? {}) as Json);
  return example === undefined ? answer : { ...answer, example };
}

function exampleOf(schema: Json): unknown {
  if (typeof schema['$ref'] === 'string') return examples[schema['$ref'].split('/').at(-1) ?? ''];
  if (schema['properties'] === undefined) return undefined;
  const properties = Object.entries(schema['properties'] as Readonly<Record<string, Json>>);
  const fields = properties.map(([name, property]) => [name, envelopeField(name, property)] as const);
  return fields.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(fields);
}

/** The fields of lists. A new one gets its example here, or its list has none, which a test finds. */
function envelopeField(name: string, property: Json): unknown {
  switch (name) {
    case 'data': {
      const item = exampleOf((property['items'] ?? {}) as Json);
      return item === undefined ? undefined : [item];
    }
    case 'next_cursor':
      return null;
    case 'has_more':
      return false;
    default:
      return undefined;
  }
}
