import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase, type TestDatabase } from '@ci/testing';
import { entities, migrations } from '../src/database/schema.ts';
import { startGateway, testAccess, type RunningGateway } from './running-gateway.ts';

let database: TestDatabase;
let folder: string;
let gateway: RunningGateway;

beforeAll(async () => {
  database = await testDatabase({ schema: 'gateway', entities, migrations, access: testAccess });
  folder = await mkdtemp(join(tmpdir(), 'console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><script nonce="__CSP_NONCE__" src="/console/assets/main-1a2b.js"></script>',
  );
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'export {};');
  gateway = await startGateway({ databases: database.urls, environment: { CONSOLE_DIR: folder } });
});

afterAll(async () => {
  await gateway.app.close();
  await rm(folder, { recursive: true });
  await database.drop();
});

it.each(['/console/', '/console/sign-in', '/console/calls/call_1?tab=transcript', '/console/settings/members/'])(
  '%s is the document, with a nonce of this answer alone, and never kept',
  async (path) => {
    const answers = await Promise.all([gateway.request('GET', path), gateway.request('GET', path)]);
    const nonces = await Promise.all(
      answers.map(async (answer) => {
        const [, nonce = ''] =
          /'nonce-([A-Za-z0-9+/=]{24})'/.exec(answer.headers.get('content-security-policy') ?? '') ?? [];
        expect(await answer.text()).toBe(
          `<!doctype html><meta name="csp-nonce" content="${nonce}"><script nonce="${nonce}" src="/console/assets/main-1a2b.js"></script>`,
        );
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
    expect(Object.fromEntries(answers[0].headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonces[0]}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  },
);

it('its files are kept for good, for their names change with their content', async () => {
  const answer = await gateway.request('GET', '/console/assets/main-1a2b.js');
  expect([answer.status, await answer.text()]).toEqual([200, 'export {};']);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': expect.stringMatching(/^(text|application)\/javascript/),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
});

it.each([
  '/console/assets/missing.js',
  '/console/assets/..%2findex.html',
  '/console/assets/',
  '/console/favicon.ico',
  '/console/index.html',
  '/console/api/nothing',
  '/console/api',
])('%s is not found', async (path) => {
  const answer = await gateway.request('GET', path);
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
});

it.each(['/', '/console'])('%s leads to /console/', async (path) => {
  const { status, headers } = await gateway.request('GET', path);
  expect([status, headers.get('location')]).toEqual([302, '/console/']);
});

it('a console that is not built says so, and how to build it, and takes nothing else with it', async () => {
  const without = await startGateway({
    databases: database.urls,
    environment: { CONSOLE_DIR: join(folder, 'nowhere') },
  });
  try {
    const answer = await without.request('GET', '/console/calls');
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('npx nx build console')]);
    expect((await without.request('GET', '/console/assets/main.js')).status).toBe(404);
    expect((await without.request('GET', '/console/api/session')).status).toBe(200);
    expect((await without.request('GET', '/health/ready')).status).toBe(200);
  } finally {
    await without.app.close();
  }
});
