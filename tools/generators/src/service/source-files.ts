import type { Tree } from '@nx/devkit';
import { contentOf } from '../edit.ts';
import { pascalCase } from '../names.ts';

/** A service named `blank`, with no slice, that is linted, compiled and tested here. */
const template = 'tools/generators/src/service/template';
const MIGRATED_AT = '1000000000000';

/** What is particular in a new service. By path from the service's folder. */
export function sourceFiles(tree: Tree, name: string, timestamp: number): Readonly<Record<string, string>> {
  const named = (text: string): string =>
    text
      .replaceAll(/\bblank\b/g, name)
      .replaceAll('Blank', pascalCase(name))
      .replaceAll(MIGRATED_AT, String(timestamp));
  return Object.fromEntries(
    filesBelow(tree, template).map((file) => [
      named(`src/${file.slice(template.length + 1)}`),
      named(contentOf(tree, file)),
    ]),
  );
}

function filesBelow(tree: Tree, folder: string): string[] {
  return tree.children(folder).flatMap((child) => {
    const path = `${folder}/${child}`;
    return tree.isFile(path) ? [path] : filesBelow(tree, path);
  });
}
