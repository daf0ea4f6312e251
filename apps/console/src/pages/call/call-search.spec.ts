import { readCallSearch } from './call-search.ts';

it.each([
  [
    { at: '1500', pane: 'coaching' },
    { at: 1_500, pane: 'coaching' },
  ],
  [{ at: 0 }, { at: 0 }],
  [{ at: '-1', pane: 'music' }, {}],
  [{ at: 'soon' }, {}],
  [{}, {}],
])('the search %j of a call', (search, expected) => {
  expect(readCallSearch(search)).toEqual(expected);
});
