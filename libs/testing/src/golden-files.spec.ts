import { mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { goldenEventTests } from './golden-events.ts';
import { goldenFiles, hasShapeOf } from './golden-files.ts';
import { formOfToday, goldenForm, newestForm } from './golden-forms.ts';

let path: string;
let folder: URL;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'golden-files-'));
  folder = pathToFileURL(`${path}/`);
  await written({ 'Opened.v1': opened });
});
afterEach(() => rm(path, { recursive: true }));

const opened = { type: 'Opened', schemaVersion: 1, data: { pages: 100 }, personal: { name: 'Ada' } };

async function written(current: Record<string, unknown>) {
  process.env['GOLDEN_FILES'] = 'write';
  try {
    return await goldenFiles({ folder, current });
  } finally {
    delete process.env['GOLDEN_FILES'];
  }
}

describe('golden files', () => {
  it('are written once and read ever after', async () => {
    expect([...(await goldenFiles({ folder, current: {} }))]).toEqual([['Opened.v1', opened]]);
    await written({ 'Opened.v1': { ...opened, data: { pages: 7 } }, 'Opened.v2': { sheets: 50 } });
    const files = await goldenFiles({ folder, current: { 'Opened.v1': opened, 'Opened.v2': {} } });
    expect([...files]).toEqual([
      ['Opened.v1', opened],
      ['Opened.v2', { sheets: 50 }],
    ]);
  });

  it('must be there for all that is stored today', async () => {
    await expect(goldenFiles({ folder, current: { 'Opened.v2': {} } })).rejects.toThrow('Opened.v2 has no golden file');
  });

  it.each([
    ['was changed', (file: string) => writeFile(file, JSON.stringify({ ...opened, data: { sheets: 50 } }))],
    ['was deleted', (file: string) => unlink(file)],
  ])('are refused when one %s, and not written again', async (problem, damage) => {
    await damage(join(path, 'Opened.v1.json'));
    await expect(goldenFiles({ folder, current: {} })).rejects.toThrow(problem);
    await expect(written({ 'Opened.v1': opened })).rejects.toThrow(problem);
  });

  it('may be formatted otherwise', async () => {
    const file = join(path, 'Opened.v1.json');
    await writeFile(file, JSON.stringify(JSON.parse(await readFile(file, 'utf8'))));
    expect((await goldenFiles({ folder, current: {} })).size).toBe(1);
  });

  it('are refused when nobody knows their checksum', async () => {
    await writeFile(join(path, 'Slipped.v1.json'), '{}');
    await expect(goldenFiles({ folder, current: {} })).rejects.toThrow('Slipped.v1.json is in no list of checksums');
  });
});

describe('golden events', () => {
  type Opened = { readonly type: 'Opened'; readonly data: { readonly sheets: number }; readonly personal?: object };
  const examples = { Opened: { type: 'Opened' as const, data: { sheets: 50 }, personal: { name: 'Ada' } } };
  const testsOf = (upcast: (event: never, version: number) => Opened, version = 2) =>
    goldenEventTests<Opened>({
      folder,
      catalogue: { definitions: { Opened: { version } }, upcast },
      examples,
      evolve: ({ data }) => data.sheets.toFixed(),
    });
  const run = async (tests: ReturnType<typeof testsOf>) => {
    for (const [, test] of tests) await test();
  };

  it('pass where an upcaster makes of the old ones what today’s look like', async () => {
    await written({
      'Opened.v2': { type: 'Opened', schemaVersion: 2, data: { sheets: 50 }, personal: { name: 'Ada' } },
    });
    const halved = (event: { data: { pages?: number; sheets?: number } }) =>
      ({ ...event, data: { sheets: event.data.sheets ?? (event.data.pages ?? 0) / 2 } }) as unknown as Opened;
    await run(testsOf(halved));
  });

  it('fail where the type changed and nothing brings the old ones up', async () => {
    await written({
      'Opened.v2': { type: 'Opened', schemaVersion: 2, data: { sheets: 50 }, personal: { name: 'Ada' } },
    });
    await expect(run(testsOf((event) => event as Opened))).rejects.toThrow('Opened.v1.json does not load');
  });

  it('fail where a version has no file', async () => {
    await expect(run(testsOf((event) => event as Opened))).rejects.toThrow('Opened.v2 has no golden file');
  });
});

describe('a golden event with a field that came within its version', () => {
  type Opened = { readonly type: 'Opened'; readonly data: object; readonly personal?: object };
  const testsOf = (added: readonly string[], data: object = { pages: 100, language: 'de' }) =>
    goldenEventTests<Opened>({
      folder,
      catalogue: { definitions: { Opened: { version: 1 } }, upcast: (event) => event },
      examples: { Opened: { type: 'Opened', data, personal: { name: 'Ada' } } },
      added: added.length === 0 ? {} : { Opened: added },
      evolve: ({ data: { pages } }: { data: { pages?: number } }) => pages?.toFixed(),
    });
  const run = async (tests: ReturnType<typeof testsOf>) => {
    for (const [, test] of tests) await test();
  };
  const withLanguage = { ...opened, data: { pages: 100, language: 'de' } };

  it('has a file of its own beside the one of before, and both load', async () => {
    await expect(run(testsOf(['language']))).rejects.toThrow('Opened.v1.1 has no golden file');
    await written({ 'Opened.v1.1': withLanguage });
    await run(testsOf(['language']));
    await expect(run(testsOf(['language', 'format'], { pages: 1, language: 'de', format: 'A4' }))).rejects.toThrow(
      'Opened.v1.2 has no golden file',
    );
  });

  it('is refused where nobody says that the field may be missing', async () => {
    await written({ 'Opened.v1.1': withLanguage });
    await expect(run(testsOf([]))).rejects.toThrow('Opened.v1.json does not load as Opened is today');
  });

  it('may miss that field and no other', async () => {
    await written({ 'Opened.v1.1': { ...opened, data: { language: 'de' } }, 'Opened.v1.2': withLanguage });
    await expect(run(testsOf(['language']))).rejects.toThrow('Opened.v1.1.json does not load as Opened is today');
  });
});

describe('the names of golden files', () => {
  it('say the type, the version, and what came within it', () => {
    expect(goldenForm('call.ended.v12')).toEqual({ type: 'call.ended', version: 12, addition: 0 });
    expect(goldenForm('call.ended.v1.3')).toEqual({ type: 'call.ended', version: 1, addition: 3 });
    expect(() => goldenForm('call.ended')).toThrow('is not named like');
  });

  it('are in the order of what they say', () => {
    const names = ['Opened.v1.10', 'Opened.v1', 'Opened.v1.9', 'Opened.v2', 'Closed.v1.11'];
    expect(['Opened', 'Closed', 'Torn'].map((type) => newestForm(names, type, 1))).toEqual([
      'Opened.v1.10',
      'Closed.v1.11',
      undefined,
    ]);
  });

  it('stay as long as fields neither come nor go', () => {
    const files = new Map([['Opened.v1', { pages: 1 }]]);
    expect([{ pages: 2 }, { pages: 2, size: 1 }, {}].map((today) => formOfToday(files, 'Opened', 1, today))).toEqual([
      'Opened.v1',
      'Opened.v1.1',
      'Opened.v1.1',
    ]);
    expect(formOfToday(files, 'Opened', 2, { pages: 2 })).toBe('Opened.v2');
  });
});

describe('shapes', () => {
  it.each([
    [{ a: 1, b: [{ c: 'x' }] }, { a: 2, b: [{ c: 'y' }, { c: 'z' }] }, true],
    [{ a: null }, { a: 'x' }, true],
    [{ a: [] }, { a: ['x'] }, true],
    [{ a: 1 }, { a: '1' }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ a: [{ b: 1 }] }, { a: [{ c: 1 }] }, false],
    [{ a: [] }, { a: {} }, false],
  ])('%j and %j: %p', (value, example, expected) => {
    expect(hasShapeOf(value, example)).toBe(expected);
  });
});
