/**
 * `node tools/lint/check.mjs TSCONFIG…`: types, circles of imports, and lint of the whole workspace in one pass. One program of all sources
 * and tests, made again only where something changed, gives the diagnostics of the compiler and is what the rules with types ask. A file is
 * linted again when it, anything that it imports however deep, or the rules themselves have changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { circlesOf } from './circles.mjs';

const workspace = process.cwd();
const cacheFolder = path.join(workspace, 'node_modules/.cache/check');
const cleanFile = path.join(cacheFolder, 'clean.json');
/** What decides how a file is linted, besides itself and what it imports: the rules, what is installed, the tags of projects. */
const rules = [
  'eslint.config.mjs',
  'package-lock.json',
  'tools/lint/*.mjs',
  'tsconfig*.json',
  '{apps,libs,tools}/*/{package,project,tsconfig}.json',
];

mkdirSync(cacheFolder, { recursive: true });
const builders = process.argv.slice(2).map(programOf);
const typesHold = builders.map(report).every(Boolean);
const hasNoCircle = await reportCircles();
const lintHolds = await lint();
process.exitCode = typesHold && hasNoCircle && lintHolds ? 0 : 1;

function programOf(file) {
  const place = path.join(workspace, file);
  const tsBuildInfoFile = path.join(cacheFolder, `${file.replaceAll('/', '-')}.tsbuildinfo`);
  const extra = { noEmit: true, composite: false, incremental: true, tsBuildInfoFile };
  const onUnRecoverableConfigFileDiagnostic = (diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(place, extra, { ...ts.sys, onUnRecoverableConfigFileDiagnostic });
  return ts.createIncrementalProgram({
    rootNames: parsed.fileNames,
    options: parsed.options,
    configFileParsingDiagnostics: parsed.errors,
  });
}

function report(builder) {
  const diagnostics = [
    ...builder.getConfigFileParsingDiagnostics(),
    ...builder.getOptionsDiagnostics(),
    ...builder.getSyntacticDiagnostics(),
    ...builder.getGlobalDiagnostics(),
    ...builder.getSemanticDiagnostics(),
  ];
  builder.emit();
  const host = {
    getCurrentDirectory: () => workspace,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  };
  if (diagnostics.length > 0) console.log(ts.formatDiagnosticsWithColorAndContext(diagnostics, host));
  return diagnostics.length === 0;
}

async function reportCircles() {
  const circles = await circlesOf(workspace);
  for (const places of circles) console.log(`circle of imports: ${[...places, places[0]].join(' → ')}`);
  return circles.length === 0;
}

async function lint() {
  const parserOptions = { projectService: false, programs: builders.map((builder) => builder.getProgram()) };
  const eslint = new ESLint({
    cwd: workspace,
    warnIgnored: false,
    overrideConfig: {
      files: ['**/*.ts', '**/*.tsx'],
      ignores: ['**/jest.config.ts'],
      languageOptions: { parserOptions },
    },
  });
  const files = globSync('{apps,libs,tools}/**/*.{ts,tsx,mts,mjs,js}', {
    cwd: workspace,
    exclude: (name) => /(^|\/)(node_modules|dist|coverage|\.data)$/.test(name),
  }).map((file) => path.join(workspace, file));
  const clean = readClean();
  const keyOf = keys();
  const wanted = new Map(files.map((file) => [file, keyOf(file)]));
  const changed = files.filter((file) => clean[path.relative(workspace, file)] !== wanted.get(file));
  const results = changed.length === 0 ? [] : await eslint.lintFiles(changed);
  const refused = new Set(results.filter(({ messages }) => messages.length > 0).map(({ filePath }) => filePath));
  const kept = [...wanted].filter(([file]) => !refused.has(file));
  writeFileSync(
    cleanFile,
    JSON.stringify(Object.fromEntries(kept.map(([f, key]) => [path.relative(workspace, f), key]))),
  );
  const formatter = await eslint.loadFormatter('stylish');
  const found = await formatter.format(results);
  if (found !== '') console.log(found);
  console.log(`lint of ${changed.length} of ${files.length} files, the others have not changed`);
  return refused.size === 0;
}

function readClean() {
  return existsSync(cleanFile) ? JSON.parse(readFileSync(cleanFile, 'utf8')) : {};
}

/** Of a file: its own text, the text of all that it imports within the workspace, and the rules. */
function keys() {
  const hashes = new Map();
  const hashOf = (file) => {
    if (!hashes.has(file)) hashes.set(file, sha256(readFileSync(file)));
    return hashes.get(file);
  };
  const ofRules = globSync(rules, { cwd: workspace })
    .sort()
    .map((file) => hashOf(path.join(workspace, file)));
  const ours = (file) => file.startsWith(`${workspace}/`) && !file.includes('/node_modules/');
  const depends = new Map();
  for (const builder of builders) {
    for (const source of builder.getProgram().getSourceFiles()) {
      if (ours(source.fileName) && !source.isDeclarationFile)
        depends.set(source.fileName, builder.getAllDependencies(source).filter(ours));
    }
  }
  return (file) =>
    sha256(
      [
        ...ofRules,
        ...[file, ...(depends.get(file) ?? [])]
          .sort()
          .map((each) => `${path.relative(workspace, each)} ${hashOf(each)}`),
      ].join('\n'),
    );
}

function sha256(data) {
  return createHash('sha256').update(data).digest('base64url');
}
