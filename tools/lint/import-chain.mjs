import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * Of one workspace: `importChain(specifier, importer, isSought)`, the shortest chain of imports from a module specifier, as `importer` writes it,
 * to one that `isSought`, through every file of the workspace between: `['@ci/event-store', 'libs/event-store/src/index.ts', …, 'typeorm']`;
 * undefined where there is none. And `isProject(specifier)`: whether it names a project of the workspace.
 */
export function importChains(workspace) {
  const projects = new Map(
    globSync('{apps,libs,tools}/*/package.json', { cwd: workspace }).map((file) => {
      const { name, exports } = JSON.parse(readFileSync(path.join(workspace, file), 'utf8'));
      return [name, { folder: path.join(workspace, path.dirname(file)), exports }];
    }),
  );
  const loaded = new Map();

  return { importChain, isProject: (specifier) => projects.has(projectOf(specifier)) };

  function importChain(specifier, importer, isSought) {
    const seen = new Set();
    const queue = [{ specifier, importer, chain: [] }];
    for (const { specifier, importer, chain } of queue) {
      if (isSought(specifier)) return [...chain, specifier];
      const file = fileOf(specifier, importer);
      if (file === undefined || seen.has(file)) continue;
      seen.add(file);
      const reached = path.relative(workspace, file).split(path.sep).join('/');
      const next = [...chain, ...(specifier.startsWith('.') ? [] : [specifier]), reached];
      queue.push(...loadedBy(file).map((each) => ({ specifier: each, importer: file, chain: next })));
    }
    return undefined;
  }

  /** A source file of the workspace; what else is imported is a leaf. */
  function fileOf(specifier, importer) {
    const file = specifier.startsWith('.') ? path.resolve(path.dirname(importer), specifier) : exportOf(specifier);
    return file !== undefined && /\.m?[jt]sx?$/.test(file) && existsSync(file) ? file : undefined;
  }

  function exportOf(specifier) {
    const name = projectOf(specifier);
    const { folder, exports } = projects.get(name) ?? {};
    const target = exports?.[`.${specifier.slice(name.length)}`];
    const source = target?.['@ci/source'] ?? target;
    return typeof source === 'string' ? path.join(folder, source) : undefined;
  }

  /** Read once, and again where the file has changed since: an editor keeps this process for days. */
  function loadedBy(file) {
    const { mtimeMs } = statSync(file);
    if (loaded.get(file)?.mtimeMs !== mtimeMs) loaded.set(file, { mtimeMs, specifiers: specifiersIn(file) });
    return loaded.get(file).specifiers;
  }
}

function projectOf(specifier) {
  return specifier.split('/').slice(0, 2).join('/');
}

/** The specifiers that stay after compilation: `import type` is erased, `import { type A }` still loads its module. */
function specifiersIn(file) {
  const found = [];
  const visit = (node) => {
    const isErased = node.importClause?.isTypeOnly === true || node.isTypeOnly === true;
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && !isErased) found.push(node.moduleSpecifier);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      found.push(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return found.filter((node) => node !== undefined && ts.isStringLiteralLike(node)).map(({ text }) => text);
}
