import { contactFiltersOf } from './contact-filters.ts';

describe('the search of the contacts', () => {
  it('is a whole email address', () => {
    expect(contactFiltersOf({ email: ' Ana@Example.com ', other: 'x' })).toEqual({ email: 'Ana@Example.com' });
  });

  it.each([{}, { email: '' }, { email: 'ana' }, { email: 7 }])('leaves out %o', (search) => {
    expect(contactFiltersOf(search)).toEqual({});
  });
});
