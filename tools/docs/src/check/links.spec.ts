import { brokenLinks } from './links.ts';

const site = (pages: Record<string, string>) => ({
  pages: new Map(Object.entries(pages)),
  assets: new Map([['console/calls.png', 'docs/console/calls.png']]),
  broken: [],
});

it('finds links to no page and to no heading', () => {
  const found = brokenLinks(
    site({
      'build/a.md': '# A\n[b](./b.md#part-two) [gone](../use/gone.md) [far](./b.md#nowhere) ![x](../console/calls.png)',
      'build/b.md': '# B\n## Part two\n[up](#part-two) [down](#part-three)',
    }),
  );
  expect(found).toEqual([
    'leads nowhere: build/a.md: ../use/gone.md',
    'no such heading: build/a.md: ./b.md#nowhere',
    'no such heading: build/b.md: #part-three',
  ]);
});

it('reads no link in code, and leaves addresses of other hosts alone', () => {
  const text = '# A\n`[x](./gone.md)`\n\n```md\n[x](./gone.md)\n```\n[out](https://example.com/gone)';
  expect(brokenLinks(site({ 'a.md': text }))).toEqual([]);
});
