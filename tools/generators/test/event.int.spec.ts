import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { copyWorkspace, type WorkspaceCopy } from '@ci/testing';

let copy: WorkspaceCopy;
beforeAll(async () => {
  copy = await copyWorkspace();
}, 300_000);
afterAll(() => copy.remove());

const generate = (name: string, fields: string, ...more: string[]) =>
  copy.run('nx', ['g', 'tools:event', name, `--fields=${fields}`, '--description=Two contacts became one.', ...more]);
const changes = async () =>
  (await copy.run('git', ['status', '--porcelain'])).split('\n').filter((line) => line !== '');

describe('nx g tools:event', () => {
  it('says what it would do with --dry-run, and does nothing', async () => {
    const output = await generate('contact.merged', 'contact_id:string', '--dry-run');
    expect(output).toContain('UPDATE libs/contracts/src/events/integration-events.ts');
    expect(await changes()).toEqual([]);
  }, 120_000);

  it.each([
    ['contact.merged', 'contact_id:text', /"contact_id:text" is no field; write name:kind/],
    ['contact.merged', 'a:string a:string', /names a twice/],
    ['contact.merged', 'calls:integer', /the first is the key/],
    ['contact.created', 'contact_id:string', /There is an event contact.created already/],
    ['ContactMerged', 'contact_id:string', /name/],
  ])(
    'refuses %s with %s, and leaves nothing half done',
    async (name, fields, message) => {
      await expect(generate(name, fields)).rejects.toThrow(message);
      expect(await changes()).toEqual([]);
    },
    120_000,
  );

  it('writes an event that lints, builds, and passes the tests of all events', async () => {
    await generate(
      'contact.merged',
      'contact_id:string merged_at:timestamp calls:integer reason:string? whole:boolean',
    );
    expect(await changes()).toHaveLength(2);
    await copy.run('nx', ['run-many', '-t', 'lint', 'typecheck', 'build', '-p', 'contracts', '--outputStyle=static']);
    await copy.run('oxfmt', ['--check', 'libs/contracts']);

    const results = path.join(copy.folder, 'results.json');
    const jest = path.join(copy.folder, 'node_modules/jest/bin/jest.js');
    const inContracts = [jest, '-c', 'libs/contracts/jest.config.ts'];
    await copy.run('env', ['GOLDEN_FILES=write', 'node', ...inContracts, 'golden']);
    expect(await changes()).toContain('?? libs/contracts/golden-events/contact.merged.v1.json');
    await copy.run('node', [...inContracts, '--json', `--outputFile=${results}`]);
    expect(await readFile(results, 'utf8')).toContain('the example of contact.merged fits its schema');

    const script = `import { eventContracts, topicDeclarations } from '@ci/contracts';
      console.log(eventContracts['contact.merged'].version, topicDeclarations.some(({ name }) => name === 'contact.merged'));`;
    expect(await copy.run('node', ['--input-type=module', '--eval', script])).toBe('1 true\n');
  }, 300_000);
});
