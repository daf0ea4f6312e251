import { docsFileOf } from './docs-file.ts';

it.each([
  ['', { file: 'index.html' }],
  ['build/', { file: 'build/index.html' }],
  ['build/quickstart', { file: 'build/quickstart.html' }],
  ['change/decisions/0001-event-sourced', { file: 'change/decisions/0001-event-sourced.html' }],
  ['logo.svg', { file: 'logo.svg' }],
  ['build/quickstart.html', { moved: 'build/quickstart' }],
  ['build/errors.md', { moved: 'build/errors' }],
  ['build/index.html', { moved: 'build/' }],
])('%s is a page or has moved', (address, found) => {
  expect(docsFileOf(address)).toEqual(found);
});

it.each(['../package', 'build/../../x', '%2e%2e/x', 'a//b', '.env', 'x.ts', 'assets/app.js', 'a\\b', 'a\0'])(
  '%s is no page',
  (address) => {
    expect(docsFileOf(address)).toBeUndefined();
  },
);
