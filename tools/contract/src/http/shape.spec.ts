import { differences, missingFrom } from './shape.ts';

describe('what is missing from an answer', () => {
  it('is a name that is needed, or a value of another kind', () => {
    const needed = { data: [{ id: 'a', score: 1 }], next: 'b' };
    expect(missingFrom({ data: [{ id: 'x', score: 2 }], next: 'y' }, needed)).toEqual([]);
    expect(missingFrom({ data: [{ id: 'x' }], next: 1 }, needed)).toEqual([
      'data[].score is missing',
      'next is a number, not a string',
    ]);
    expect(missingFrom([], needed)).toEqual(['the body is no object']);
    expect(missingFrom({ data: {}, next: 'y' }, needed)).toEqual(['data is no list']);
  });

  it('is nothing that may be absent: more names, empty lists, null', () => {
    expect(missingFrom({ data: [], next: null, more: 1 }, { data: [{ id: 'a' }], next: 'b' })).toEqual([]);
    expect(missingFrom({ due: '2026-11-27' }, { due: null })).toEqual([]);
    expect(missingFrom(null, { data: [] })).toEqual(['the body is no object']);
  });
});

describe('where two values differ', () => {
  it('is told by name', () => {
    expect(differences({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toEqual([]);
    expect(differences({ a: [1, { b: 2 }], c: 1 }, { a: [1, { b: 3 }] })).toEqual([
      'a.1.b is 2, not 3',
      'c is 1, not nothing',
    ]);
  });
});
