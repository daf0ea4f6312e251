import path from 'node:path';
import { audiences, generated } from './site-map.ts';
import { stagePages } from './stage-pages.ts';

const workspace = path.resolve(import.meta.dirname, '../../../..');

it('has every page of the map, with links that lead to pages of the site', async () => {
  const { pages, assets, broken } = await stagePages(workspace);
  const mapped = audiences.flatMap(({ chapters }) => chapters.flatMap(({ pages: all }) => all));
  expect(mapped.filter(({ path: place }) => !pages.has(`${place}.md`))).toEqual([]);
  expect(broken).toEqual([]);
  // A page, a page that is generated, a sample, a picture, a file of the repository that is no page.
  expect(pages.get('build/crm-sync.md')).toContain('](./webhooks.md)');
  expect(pages.get('build/webhooks.md')).toContain('```go\npackage main');
  expect(pages.get('build/webhooks.md')).not.toContain('<<<');
  expect(assets.get('console/calls-1440-light.png')).toBe('docs/console/calls-1440-light.png');
  expect(pages.get('operate/deployment.md')).toContain('(`docker/test-images/README.md`)');
});

it('has each operation of the API and each variable of the services', async () => {
  const { pages } = await stagePages(workspace);
  const reference = [...pages].filter(([place]) => place.startsWith('build/reference/')).map(([, text]) => text);
  expect(reference.join('\n')).toContain('`POST /v1/calls/import`');
  expect(pages.get('operate/configuration.md')).toContain('| `CONTACT_IDENTITY_KEYS`');
});

it('no file is a page twice', () => {
  const sources = audiences.flatMap(({ chapters }) =>
    chapters.flatMap(({ pages }) => pages.map(({ source }) => source)),
  );
  const files = sources.filter((source) => source !== generated);
  expect(new Set(files).size).toBe(files.length);
});
