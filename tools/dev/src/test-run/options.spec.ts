import { readOptions } from './options.ts';

describe('the options of npm test', () => {
  it('runs everything when nothing is said', () => {
    expect(readOptions([])).toEqual({
      affectedSince: undefined,
      projects: [],
      unitOnly: false,
      checks: true,
      build: true,
      namePattern: undefined,
    });
  });

  it('builds nothing for unit tests, which use the sources', () => {
    expect(readOptions(['--unit', 'contacts'])).toMatchObject({ projects: ['contacts'], unitOnly: true, build: false });
  });

  it('compares with main, or with what is named', () => {
    expect(readOptions(['--affected'])).toMatchObject({ affectedSince: 'main' });
    expect(readOptions(['--affected', '--base', 'HEAD~1'])).toMatchObject({ affectedSince: 'HEAD~1' });
    expect(() => readOptions(['--affected', 'contacts'])).toThrow(/name none/);
    expect(() => readOptions(['--base', 'HEAD~1'])).toThrow(/--affected/);
  });

  it('refuses an option it does not know', () => {
    expect(() => readOptions(['--untit'])).toThrow(/--untit/);
  });
});
