import { readOptions } from './options.ts';

describe('the options of npm test', () => {
  it('runs everything when nothing is said', () => {
    expect(readOptions([])).toEqual({
      affected: false,
      base: 'main',
      projects: [],
      unitOnly: false,
      nightly: false,
      again: false,
      checks: true,
      build: true,
      namePattern: undefined,
    });
  });

  it('builds and checks nothing for unit tests, which use the sources', () => {
    const unit = { unitOnly: true, build: false, checks: false };
    expect(readOptions(['--unit', 'contacts'])).toMatchObject({ projects: ['contacts'], ...unit });
  });

  it('runs again what has passed when that is asked for, or its project is named', () => {
    expect(readOptions(['--again'])).toMatchObject({ again: true, checks: true });
    expect(readOptions(['contacts'])).toMatchObject({ again: true });
    expect(readOptions(['--unit'])).toMatchObject({ again: false });
  });

  it('compares with main, or with what is named', () => {
    expect(readOptions(['--affected'])).toMatchObject({ affected: true, base: 'main' });
    expect(readOptions(['--affected', '--base', 'HEAD~1'])).toMatchObject({ affected: true, base: 'HEAD~1' });
    expect(() => readOptions(['--affected', 'contacts'])).toThrow(/name none/);
  });

  it('checks nothing but the tests of the night when these are asked for', () => {
    expect(readOptions(['--nightly'])).toMatchObject({ nightly: true, checks: false, build: true });
    expect(() => readOptions(['--nightly', '--unit'])).toThrow(/--nightly/);
  });

  it('refuses an option it does not know', () => {
    expect(() => readOptions(['--untit'])).toThrow(/--untit/);
  });
});
