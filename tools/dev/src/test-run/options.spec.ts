import { readOptions } from './options.ts';

describe('the options of npm test', () => {
  it('runs everything when nothing is said', () => {
    expect(readOptions([])).toEqual({
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

  it('refuses an option it does not know', () => {
    expect(() => readOptions(['--untit'])).toThrow(/--untit/);
  });
});
