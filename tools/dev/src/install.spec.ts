import path from 'node:path';

type Packages = Readonly<Record<string, object>>;

// Plain JavaScript without types, so the compiler must not resolve it.
const installation = path.resolve(import.meta.dirname, '../install.mjs');
const { isInstalled } = (await import(installation)) as {
  isInstalled(lock: { packages: Packages }, installed: { packages: Packages }): boolean;
};

const pg = { 'node_modules/pg': { version: '8.1.0' } };
const project = { 'node_modules/@ci/platform': { resolved: 'libs/platform', link: true } };

it.each<[string, Packages, Packages, boolean]>([
  ['what is wanted is there', { ...pg, ...project }, { ...pg, ...project }, true],
  ['more is there', pg, { ...pg, ...project }, true],
  ['a package has another version', pg, { 'node_modules/pg': { version: '8.0.9' } }, false],
  ['a package is missing', pg, {}, false],
  [
    'a package of one project has another version',
    { 'libs/contracts/node_modules/ajv': { version: '8.20.0' } },
    { 'libs/contracts/node_modules/ajv': { version: '8.17.1' } },
    false,
  ],
  ['a project that is new here is missing', { ...pg, ...project }, pg, false],
  [
    'a package of another system is missing',
    { 'node_modules/fsevents': { version: '2.3.3', optional: true } },
    {},
    true,
  ],
])('when %s', (_what, wanted, there, answer) => {
  expect(isInstalled({ packages: wanted }, { packages: there })).toBe(answer);
});
