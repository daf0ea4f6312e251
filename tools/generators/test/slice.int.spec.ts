import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { copyWorkspace, type WorkspaceCopy } from '@ci/testing';

let copy: WorkspaceCopy;
beforeAll(async () => {
  copy = await copyWorkspace();
}, 300_000);
afterAll(() => copy.remove());

const generate = (name: string, service: string, ...more: string[]) =>
  copy.run('nx', ['g', 'tools:slice', name, `--service=${service}`, '--done=pinned', ...more]);
const changes = async () =>
  (await copy.run('git', ['status', '--porcelain'])).split('\n').filter((line) => line !== '');

describe('nx g tools:slice', () => {
  it.each([
    ['pin-note', 'notes', /There is no service notes/],
    ['pin-call', 'ingestion', /src\/call is there already: add the command to its decider/],
    ['pin-note', 'contacts', /Requests may not store events in contacts/],
    ['pin', 'ingestion', /name/],
  ])(
    'refuses %s for %s, and leaves nothing half done',
    async (name, service, message) => {
      await expect(generate(name, service)).rejects.toThrow(message);
      expect(await changes()).toEqual([]);
    },
    120_000,
  );

  // That it lints, builds and passes its tests is shown in a new service: service.int.spec.ts.
  it('registers what it writes with a service that is there, and keeps the noun pure', async () => {
    const output = await generate('pin-note', 'ingestion', '--dry-run');
    expect(output).toContain('CREATE apps/ingestion/src/note/note.decider.ts');
    expect(await changes()).toEqual([]);

    await generate('pin-note', 'ingestion');
    const textOf = (file: string) => readFile(path.join(copy.folder, file), 'utf8');
    expect(await textOf('apps/ingestion/src/service.ts')).toMatch(/controllers: \[\s+PinNoteController,/);
    expect(await textOf('apps/ingestion/src/note.aggregate.ts')).toContain('noteDecider');
    expect(await textOf('tools/lint/boundaries.mjs')).toContain(`'note',`);
    expect(await textOf('tools/lint/fixtures/pure-domain-note.refused.ts')).toContain('apps/ingestion/src/note/');
    await copy.run('oxfmt', ['--check', 'apps/ingestion', 'tools/lint']);
  }, 120_000);
});
