import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase, type TestDatabase } from '@ci/testing';
import { entities, migrations } from '../src/database/schema.ts';
import { startGateway, testAccess, type RunningGateway } from './running-gateway.ts';

const html = (title: string) =>
  `<!doctype html><title>${title}</title><script>theme()</script><script type="module" src="/docs/assets/app.1a2b.js"></script>`;
let database: TestDatabase;
let folder: string;
let gateway: RunningGateway;

beforeAll(async () => {
  database = await testDatabase({ schema: 'gateway', entities, migrations, access: testAccess });
  folder = await mkdtemp(join(tmpdir(), 'docs-'));
  for (const name of ['assets', 'build/reference']) await mkdir(join(folder, name), { recursive: true });
  for (const name of ['index', 'build/index', 'build/errors', '404'])
    await writeFile(join(folder, `${name}.html`), html(name));
  await writeFile(join(folder, 'assets', 'app.1a2b.js'), 'export {};');
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'secret.txt'), 'not a page');
  gateway = await startGateway({ databases: database.urls, environment: { DOCS_DIR: folder } });
});

afterAll(async () => {
  await gateway.app.close();
  await rm(folder, { recursive: true });
  await database.drop();
});

it.each([
  ['/docs', 'index'],
  ['/docs/', 'index'],
  ['/docs/build/', 'build/index'],
  ['/docs/build/errors', 'build/errors'],
  ['/docs/build/errors?q=1', 'build/errors'],
])('%s is the page %s, without a key, checked again at each visit', async (path, title) => {
  const answer = await gateway.request('GET', path);
  expect([answer.status, await answer.text()]).toEqual([200, html(title)]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self' 'sha256-[\w+/]+=*'; /),
    'x-content-type-options': 'nosniff',
  });
  const again = await gateway.request('GET', path, {
    headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
});

it.each([
  ['/docs/build', '/docs/build/'],
  ['/docs/build/errors.html', '/docs/build/errors'],
  ['/docs/build/index.html', '/docs/build/'],
])('%s has moved to %s', async (path, moved) => {
  const answer = await fetch(`${gateway.url}${path}`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, moved]);
});

it('an address without a page is 404 with the page that says so', async () => {
  const answer = await gateway.request('GET', '/docs/build/nothing');
  expect([answer.status, await answer.text()]).toEqual([404, html('404')]);
});

it.each(['/docs/secret.txt', '/docs/..%2fpackage.json', '/docs/assets/nothing.js', '/docs/logo.png'])(
  '%s is not served',
  async (path) => {
    expect((await gateway.request('GET', path)).status).toBe(404);
  },
);

it('files with a hash in their names are kept for good, others are checked again', async () => {
  const script = await gateway.request('GET', '/docs/assets/app.1a2b.js');
  expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  const logo = await gateway.request('GET', '/docs/logo.svg');
  expect([logo.status, logo.headers.get('content-type'), logo.headers.get('cache-control')]).toEqual([
    200,
    'image/svg+xml',
    'no-cache',
  ]);
});

it('is the interactive reference where the documentation has not been built', async () => {
  const bare = await startGateway({ databases: database.urls, environment: { DOCS_DIR: join(folder, 'nowhere') } });
  try {
    const answer = await bare.request('GET', '/docs');
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('/docs/api/start.js')]);
    expect((await bare.request('GET', '/docs/build/errors')).status).toBe(404);
  } finally {
    await bare.app.close();
  }
});
