import { partLike } from './part-like.ts';

const pattern = { id: 'call_1', score: null, items: [{ text: 'one', quotes: [] }] };

it.each([
  ['more names', { id: 'call_2', score: 3, items: [], added: true }, { id: 'call_2', score: 3, items: [] }],
  [
    'more names inside',
    {
      id: 'call_2',
      score: { of: 1 },
      items: [
        { text: 'two', quotes: ['a'], added: 1 },
        { text: 'three', quotes: [] },
      ],
    },
    {
      id: 'call_2',
      score: { of: 1 },
      items: [
        { text: 'two', quotes: ['a'] },
        { text: 'three', quotes: [] },
      ],
    },
  ],
  ['nothing where there was something', { id: null, score: null, items: null }, { id: null, score: null, items: null }],
])('%s are left out', (_what, value, part) => {
  expect(partLike(pattern, value)).toEqual(part);
});

it.each([
  ['a name', { score: 1, items: [] }, 'the answer.id is missing'],
  ['a name inside', { id: 'a', score: 1, items: [{ quotes: [] }] }, 'the answer.items[].text is missing'],
  ['a list', { id: 'a', score: 1, items: {} }, 'the answer.items is no list'],
  ['an object', { id: 'a', score: 1, items: ['text'] }, 'the answer.items[] is no object'],
])('%s that is gone is told', (_what, value, message) => {
  expect(() => partLike(pattern, value)).toThrow(message);
});
