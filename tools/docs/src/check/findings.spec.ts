import path from 'node:path';
import { findingsIn } from './findings.ts';

it('the pages and the texts of the API, the console, logs, errors and commands have no broken link, no banned word and no sentence that is too long', async () => {
  expect(await findingsIn(path.resolve(import.meta.dirname, '../../../..'))).toEqual([]);
});
