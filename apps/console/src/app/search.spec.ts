import { parseSearch, stringifySearch } from './search.ts';

describe('the search of an address', () => {
  it('keeps words as they are, also those that look like numbers', () => {
    expect(parseSearch('?rep_id=007&outcome=won')).toEqual({ rep_id: '007', outcome: 'won' });
  });

  it('survives being written and read', () => {
    const search = { from: '2026-11-01T00:00:00+01:00', q: 'a & b = c?' };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });

  it('leaves out what is empty', () => {
    expect(stringifySearch({ outcome: undefined, rep_id: '', q: null })).toBe('');
    expect(stringifySearch({ limit: 20, open: false, rep_id: '' })).toBe('?limit=20&open=false');
  });
});
