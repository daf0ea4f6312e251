import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { copyWorkspace, freePort, testDatabase, until, type TestDatabase, type WorkspaceCopy } from '@ci/testing';

let copy: WorkspaceCopy;
let database: TestDatabase;
beforeAll(async () => {
  copy = await copyWorkspace();
  // With its roles; what they may do is what the service's migrations grant.
  database = await testDatabase({ schema: 'notes', access: () => Promise.resolve() });
}, 300_000);
afterAll(async () => {
  await database.drop();
  await copy.remove();
});

const key = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

const environment = (port: number): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  PORT: String(port),
  DATABASE_URL: database.urls.requests,
  WORKER_DATABASE_URL: database.urls.worker,
  KAFKA_BROKERS: process.env['TEST_KAFKA_BROKERS'],
  INTERNAL_TOKEN_KEYS: key,
  CURSOR_KEYS: key,
});

/** A script of the service as it was built. */
const start = (script: string, env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, [`dist/${script}.js`], { cwd: path.join(copy.folder, 'apps/notes'), env, stdio: 'inherit' });

describe('nx g tools:service', () => {
  it('refuses the name of a service that is there', async () => {
    const again = copy.run('nx', ['g', 'tools:service', 'contacts', '--description=Once more.']);
    await expect(again).rejects.toThrow(/apps\/contacts is there already/);
  }, 120_000);

  it('writes a service that lints, builds, migrates, starts and is ready, and takes a slice', async () => {
    await copy.run('nx', ['g', 'tools:service', 'notes', '--description=Notes of people about calls.']);
    await copy.run('nx', ['g', 'tools:slice', 'pin-note', '--service=notes', '--done=pinned']);
    await copy.run('nx', ['run-many', '-t', 'lint', 'typecheck', 'build', '-p', 'notes', '--outputStyle=static']);
    await copy.run('oxfmt', ['--check', 'apps/notes', 'tools/lint', 'tsconfig.json']);
    const jest = path.join(copy.folder, 'node_modules/jest/bin/jest.js');
    await copy.run('node', [jest, '-c', 'apps/notes/jest.config.ts']);

    const port = await freePort();
    const migrating = start('migrate', { ...environment(port), MIGRATION_DATABASE_URL: database.url });
    expect(await once(migrating, 'exit')).toEqual([0, null]);

    const service = start('main', environment(port));
    const ended = once(service, 'exit');
    try {
      const url = `http://127.0.0.1:${port}`;
      const ready = () =>
        fetch(`${url}/health/ready`).then(
          (answer) => answer.ok,
          () => false,
        );
      const tooEarly = ended.then(([code]) => Promise.reject(new Error(`the new service ended with ${String(code)}`)));
      await Promise.race([until(ready, { timeoutMs: 90_000, describe: 'the new service is ready' }), tooEarly]);
      expect((await fetch(`${url}/v1/notes/note_1/pin`, { method: 'POST' })).status).toBe(401);
    } finally {
      service.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
  }, 600_000);
});
