import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

type Packages = Readonly<Record<string, object>>;

const installation = pathToFileURL(path.resolve(import.meta.dirname, '../install.mjs')).href;

/** What it says of a lock file and of npm's own one in node_modules. It is plain JavaScript, so it is asked as that. */
function isInstalled(wanted: Packages, there: Packages): boolean {
  const locks = [wanted, there].map((packages) => JSON.stringify({ packages })).join(', ');
  const script = `import { isInstalled } from '${installation}'; console.log(isInstalled(${locks}));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }) === 'true\n';
}

const pg = { 'node_modules/pg': { version: '8.1.0' } };
const project = { 'node_modules/@ci/platform': { resolved: 'libs/platform', link: true } };

it.each<[string, Packages, Packages, boolean]>([
  ['what is wanted is there', { ...pg, ...project }, { ...pg, ...project }, true],
  ['more is there', pg, { ...pg, ...project }, true],
  ['a package has another version', pg, { 'node_modules/pg': { version: '8.0.9' } }, false],
  ['a package is missing', pg, {}, false],
  ['a project that is new here is missing', { ...pg, ...project }, pg, false],
  [
    'a package of another system is missing',
    { 'node_modules/fsevents': { version: '2.3.3', optional: true } },
    {},
    true,
  ],
])('when %s', (_what, wanted, there, answer) => {
  expect(isInstalled(wanted, there)).toBe(answer);
});
