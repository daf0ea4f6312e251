import { itemFiltersOf, itemQueryOf } from './item-filters.ts';

describe('the filters of the action items', () => {
  it('are read from the address', () => {
    expect(itemFiltersOf({ owner: 'rep', completed: 'all', due_before: '2026-12-01', page: '2' })).toEqual({
      owner: 'rep',
      completed: 'all',
      due_before: '2026-12-01',
    });
  });

  it.each([
    { owner: 'nobody' },
    { completed: 'false' },
    { due_before: '2026-02-30' },
    { due_before: '0000-01-01' },
    { due_before: 'soon' },
  ])('leave out what can not be: %o', (search) => {
    expect(itemFiltersOf(search)).toEqual({});
  });

  it('ask the API for open items, in the order in which they are due, unless others are wanted', () => {
    const sort = 'due_date';
    expect(itemQueryOf({})).toEqual({ sort, completed: false });
    expect(itemQueryOf({ completed: 'all', due_before: '2026-12-01' })).toEqual({ sort, due_before: '2026-12-01' });
    expect(itemQueryOf({ completed: 'true', owner: 'prospect' })).toEqual({
      sort: 'created_at',
      completed: true,
      owner: 'prospect',
    });
  });
});
