import { openApiSchemas } from '@ci/contracts';
import { compileSchema } from '@ci/validation';
import type { Json } from './json.ts';
import { resourceExamples, withExamples } from './answer-examples.ts';

const schemas = JSON.parse(JSON.stringify(openApiSchemas)) as Record<string, Json>;
const answerOf = (schema: Json) => ({ '200': { description: 'It.', content: { 'application/json': { schema } } } });
const exampleOf = (schema: Json) => {
  const content = withExamples(answerOf(schema))['200']?.['content'] as Record<string, Json> | undefined;
  return content?.['application/json']?.['example'];
};
const call = { $ref: '#/components/schemas/Call' };

describe('the examples of answers', () => {
  it.each(Object.keys(resourceExamples))('%s is what its schema says', (name) => {
    const check = compileSchema({ $ref: `#/$defs/${name}`, $defs: definitions() });
    expect(check(JSON.parse(JSON.stringify(resourceExamples[name])))).toEqual(resourceExamples[name]);
  });

  it('stand for the resource, in a list and in the first of several forms too', () => {
    const example = resourceExamples['Call'];
    expect(exampleOf(call)).toEqual(example);
    expect(exampleOf({ oneOf: [call, { $ref: '#/components/schemas/CallPreview' }] })).toEqual(example);
    const properties = { data: { items: call }, next_cursor: {}, has_more: {} };
    expect(exampleOf({ properties })).toEqual({ data: [example], next_cursor: null, has_more: false });
  });

  it('leave alone what has one, what is an error, and what nobody knows', () => {
    const own = { '200': { content: { 'application/json': { schema: call, example: 1 } } } };
    expect(withExamples(own)).toEqual(own);
    expect(withExamples({ '404': answerOf(call)['200'] })).toEqual({ '404': answerOf(call)['200'] });
    expect(exampleOf({ $ref: '#/components/schemas/Other' })).toBeUndefined();
    expect(exampleOf({ properties: { data: { items: call }, novel: {} } })).toBeUndefined();
  });
});

/** The schemas as one document, for a validator that is given one. */
function definitions(): Json {
  return JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/')) as Json;
}
