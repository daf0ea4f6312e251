import { domainsOf, invalidDomain } from './domains.ts';

it('takes domains as people write them', () => {
  expect(domainsOf([' @Example.com', 'ana@example.com', 'example.com', '', 'northwind.example'])).toEqual([
    'example.com',
    'northwind.example',
  ]);
});

it('finds what is no domain', () => {
  expect(invalidDomain(['example.com', 'a.b-c.example'])).toBeUndefined();
  expect(invalidDomain(['example.com', 'localhost'])).toBe('localhost');
  expect(invalidDomain(['-a.example'])).toBe('-a.example');
});
