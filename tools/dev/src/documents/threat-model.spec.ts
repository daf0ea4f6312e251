import { readFile } from 'node:fs/promises';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../../../docs');

interface Row {
  readonly threat: string;
  /** File and words that it has to hold, as the last column names them. */
  readonly tests: readonly { readonly file: string; readonly words: readonly string[] }[];
}

it('every mitigation of the threat model names a test that is there', async () => {
  const rows = rowsOf(await readFile(path.join(folder, 'threat-model.md'), 'utf8'));
  expect(rows.length).toBeGreaterThan(30);
  const problems: string[] = [];
  for (const { threat, tests } of rows) {
    if (tests.length === 0) problems.push(`${threat}: no test`);
    for (const { file, words } of tests) {
      const text = await readFile(path.join(folder, file), 'utf8').catch(() => '');
      if (text === '') problems.push(`${threat}: there is no ${file}`);
      else if (!/\.(?:spec)\.ts$/.test(file)) problems.push(`${threat}: ${file} is no test`);
      if (words.length === 0) problems.push(`${threat}: ${file} without a title`);
      for (const word of words) if (!text.includes(word)) problems.push(`${threat}: ${file} says nothing of “${word}”`);
    }
  }
  expect(problems).toEqual([]);
});

/** Rows of tables that have a threat, its countermeasures, and tests. */
function rowsOf(markdown: string): Row[] {
  return markdown
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 5 && cells[1] !== 'threat' && !/^-+$/.test(cells[1] ?? ''))
    .map(([, threat = '', , tests = '']) => ({
      threat,
      tests: [...tests.matchAll(/\]\(([^)]+)\)([^[]*)/g)].map(([, file = '', after = '']) => ({
        file,
        words: [...after.matchAll(/“([^”]+)”/g)].map(([, word = '']) => word),
      })),
    }));
}
