import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copyWorkspace, type WorkspaceCopy } from '@ci/testing';
import { affectedProjects } from './affected.ts';

const services = ['gateway', 'ingestion', 'summarization', 'contacts', 'webhooks'];
let copy: WorkspaceCopy;
beforeAll(async () => {
  copy = await copyWorkspace();
}, 300_000);
afterAll(() => copy.remove());

/** What a commit reaches that adds a line to a file. */
async function reachedBy(file: string): Promise<readonly string[]> {
  await appendFile(path.join(copy.folder, file), '\n');
  await copy.commit(`a line more in ${file}`);
  return affectedProjects(copy.folder, 'HEAD~1');
}

describe('what a change reaches', () => {
  it('in a service is the service and what runs it, and no other service', async () => {
    const reached = await reachedBy('apps/contacts/src/config.ts');
    expect(reached).toEqual(expect.arrayContaining(['contacts', 'e2e', 'tools-chaos']));
    expect(services.filter((service) => reached.includes(service))).toEqual(['contacts']);
    expect(reached.filter((name) => ['contracts', 'platform', 'messaging', 'tools-lint'].includes(name))).toEqual([]);
  }, 120_000);

  it('in the contracts is every service', async () => {
    expect(await reachedBy('libs/contracts/src/index.ts')).toEqual(expect.arrayContaining([...services, 'e2e']));
  }, 120_000);

  it('in the chart is the tests of the chart, and nothing that is built', async () => {
    expect(await reachedBy('docker/helm/values.yaml')).toEqual(['tools-chart']);
  }, 120_000);

  it('in the documents is their site, until something else is changed too, committed or not', async () => {
    expect(await reachedBy('docs/architecture.md')).toEqual(['tools-docs']);
    await writeFile(path.join(copy.folder, 'tools/generators/src/new-file.ts'), '');
    expect(await affectedProjects(copy.folder, 'HEAD')).toEqual(['tools-generators']);
  }, 120_000);
});
