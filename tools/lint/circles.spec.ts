import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const workspace = realpathSync(mkdtempSync(path.join(tmpdir(), 'circles-')));
afterAll(() => rmSync(workspace, { recursive: true }));

const files = {
  'apps/contacts/src/list/list.ts': "import './page.ts';\nimport '../rows/row.ts';",
  'apps/contacts/src/list/page.ts': "import type { List } from './list.ts';",
  'apps/contacts/src/rows/row.ts': "import '../detail/detail.ts';",
  'apps/contacts/src/detail/detail.ts': "import type { Column } from '../list/column.ts';",
  'apps/contacts/src/list/column.ts': '',
  'apps/contacts/src/list/list.spec.ts': "import './list.ts';\nimport '../../test/service.ts';",
  'apps/contacts/test/service.ts': "import '../src/list/list.ts';",
  'libs/domain/src/left/one.ts': "import '../right/one.ts';",
  'libs/domain/src/right/one.ts': '',
  'libs/domain/src/right/two.ts': "import '../left/one.ts';",
  'tools/dev/src/three.ts': "import './four.ts';",
  'tools/dev/src/four.ts': "export * from './three.ts';",
};
for (const [file, text] of Object.entries(files)) {
  mkdirSync(path.join(workspace, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(workspace, file), text);
}

it('finds circles of files, by types too, and of folders; not of tests', () => {
  const script = path.join(import.meta.dirname, 'circles.mjs');
  const found: unknown = JSON.parse(execFileSync(process.execPath, [script, workspace], { encoding: 'utf8' }));
  expect(found).toEqual([
    ['apps/contacts/src/detail', 'apps/contacts/src/list', 'apps/contacts/src/rows'],
    ['apps/contacts/src/list/list.ts', 'apps/contacts/src/list/page.ts'],
    ['libs/domain/src/left', 'libs/domain/src/right'],
    ['tools/dev/src/four.ts', 'tools/dev/src/three.ts'],
  ]);
});
