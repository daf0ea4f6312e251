import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { goToolFile } from '@ci/tools-interfaces/go-tools';

const run = promisify(execFile);
const workspace = path.resolve(import.meta.dirname, '../../..');
const promtool = goToolFile(workspace, 'promtool');

if (!existsSync(promtool)) {
  describe('alerts', () => {
    it.skip('skipped: promtool not installed; npm run chart does it', () => undefined);
  });
} else {
  describe('alerts', () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'call-intelligence-alerts-'));
      await cp(path.join(workspace, 'docker', 'monitoring'), folder, { recursive: true });
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    const evaluated = () => run(promtool, ['test', 'rules', 'alerts.test.yaml'], { cwd: folder });

    it('are each provoked by their series and cleared again, and say what they should', async () => {
      await run(promtool, ['check', 'config', 'prometheus.yaml'], { cwd: folder });
      expect((await evaluated()).stdout).toContain('SUCCESS');
    }, 60_000);

    it.each([
      ['never comes', /> 60\n/, '> 6000\n'],
      ['never goes', /> 60\n/, '>= 0\n'],
      ['says something else', 'has not sent a message', 'has sent no message'],
    ])(
      'one that %s is noticed',
      async (_name, from, to) => {
        const file = path.join(folder, 'alerts.yaml');
        const before = await readFile(file, 'utf8');
        const after = before.replace(from, to);
        expect(after).not.toBe(before);
        await writeFile(file, after);
        await expect(evaluated()).rejects.toMatchObject({ stderr: expect.stringContaining('OutboxWaits') });
      },
      60_000,
    );
  });
}
