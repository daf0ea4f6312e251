import { resourceExamples } from '@ci/contracts';
import type { Json } from './json.ts';
import { withExamples } from './answer-examples.ts';

const answerOf = (schema: Json) => ({ '200': { description: 'It.', content: { 'application/json': { schema } } } });
const exampleOf = (schema: Json) => {
  const content = withExamples(answerOf(schema))['200']?.['content'] as Record<string, Json> | undefined;
  return content?.['application/json']?.['example'];
};
const call = { $ref: '#/components/schemas/Call' };

describe('the examples of answers', () => {
  it('stand for the resource, in a list too', () => {
    const example = resourceExamples.Call;
    expect(exampleOf(call)).toEqual(example);
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
