import { apiDocument, exampleIn, problemOf, requiredPart } from './api-document.ts';

const place = { path: '/calls', method: 'get' };
const content = apiDocument.paths['/calls']!['get']!.responses['200']!.content!['application/json']!;

describe('the needed part of an example', () => {
  const needed = requiredPart(content.schema, exampleIn(content)) as Record<string, unknown>;

  it('is what a client may rely on, and by itself an answer as it was promised', () => {
    expect(Object.keys(needed).toSorted()).toEqual(['data', 'has_more', 'next_cursor']);
    expect(problemOf(place, 200, needed)).toBe('');
  });

  it('has nothing that can be spared', () => {
    const { has_more: more, ...others } = needed;
    expect(problemOf(place, 200, { ...others, more })).toMatch(/has_more/);
  });
});

it('an answer that nobody promised is told', () => {
  expect(problemOf(place, 418, {})).toBe('docs/openapi.json knows no 418');
});
