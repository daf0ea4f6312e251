import { nextOf } from './next-page.ts';

describe('the page after signing in', () => {
  it('is the one that was asked for', () => {
    expect(nextOf('/console/calls?outcome=won')).toBe('/console/calls?outcome=won');
  });

  it.each([undefined, '', 'https://evil.example/', '//evil.example/console/', '/\\evil.example', '/v1/calls'])(
    'is never outside of the console: %s',
    (asked) => {
      expect(nextOf(asked)).toBe('/console/calls');
    },
  );

  it.each(['/console/sign-in', '/console/invitation', '/console/api/session'])('is a page to stay on: %s', (asked) => {
    expect(nextOf(asked)).toBe('/console/calls');
  });
});
