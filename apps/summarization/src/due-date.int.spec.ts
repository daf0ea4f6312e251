import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'due-date.ts');
const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env: {} });
const asked = ['--phrase', 'end of next week', '--said-at', '2026-11-21T15:00:00Z', '--timezone', 'Europe/Lisbon'];

describe('the program that resolves a phrase', () => {
  it('prints the date as JSON', () => {
    const { stdout, status } = run(...asked, '--json');
    expect([stdout, status]).toEqual(['{"due_date":"2026-11-27"}\n', 0]);
  });

  it('counts from the local date', () => {
    const at = (timezone: string) =>
      run('--phrase', 'tomorrow', '--said-at', '2026-11-21T23:30:00Z', '--timezone', timezone).stdout;
    expect([at('America/New_York'), at('Asia/Tokyo')]).toEqual(['2026-11-22\n', '2026-11-23\n']);
  });

  it('prints null where no date was said', () => {
    expect(run(...asked.with(1, 'as soon as I can'), '--json').stdout).toBe('{"due_date":null}\n');
  });

  it.each([
    ['--phrase is missing', asked.slice(2)],
    ['--said-at "yesterday"', asked.with(3, 'yesterday')],
    ['--timezone "Lisbon"', asked.with(5, 'Lisbon')],
  ])('says what is wrong: %s', (message, args) => {
    const { stderr, status, stdout } = run(...args);
    expect(stderr).toContain(message);
    expect([status, stdout]).toEqual([2, '']);
  });
});
