import { invalidRequest } from './domain-error.ts';

describe('an invalid request', () => {
  it('names the parameter when exactly one is wrong', () => {
    const one = invalidRequest([{ field: 'limit', message: 'must be a number' }]);
    expect(one).toMatchObject({ message: 'limit must be a number', param: 'limit', details: [{ field: 'limit' }] });
    const two = invalidRequest(['a', 'b'].map((field) => ({ field, message: 'is wrong' })));
    expect(two).toMatchObject({ message: 'The request is invalid in: a, b', param: undefined });
  });

  it('lists at most 100 details', () => {
    const details = Array.from({ length: 150 }, (_, index) => ({ field: `f${index}`, message: 'is wrong' }));
    expect(invalidRequest(details).details).toHaveLength(100);
  });
});
