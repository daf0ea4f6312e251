import type { Tree } from '@nx/devkit';

/** Puts text before the only place where the anchor stands. Throws when the file no longer has it, rather than leaving half of a change. */
export function insertBefore(tree: Tree, file: string, anchor: string, text: string): void {
  const place = placeOf(tree, file, anchor);
  const content = contentOf(tree, file);
  tree.write(file, content.slice(0, place) + text + content.slice(place));
}

/** The same after it. */
export function insertAfter(tree: Tree, file: string, anchor: string, text: string): void {
  const place = placeOf(tree, file, anchor) + anchor.length;
  const content = contentOf(tree, file);
  tree.write(file, content.slice(0, place) + text + content.slice(place));
}

/** Adds an import from a file nearby, where the paths are in order. */
export function addImport(tree: Tree, file: string, name: string, from: string): void {
  const lines = contentOf(tree, file).split('\n');
  const pathIn = (line: string): string => /from '(\.{1,2}\/[^']+)';$/.exec(line)?.[1] ?? '';
  const following = lines.findIndex((line) => line.startsWith('import ') && pathIn(line) > from);
  const place = following === -1 ? lines.findLastIndex((line) => pathIn(line) !== '') + 1 : following;
  tree.write(file, lines.toSpliced(place, 0, `import { ${name} } from '${from}';`).join('\n'));
}

/** The text of a file that has to be there. */
export function contentOf(tree: Tree, file: string): string {
  const content = tree.read(file, 'utf8');
  if (content === null) throw new Error(`There is no ${file}.`);
  return content;
}

/** Writes a file that may not be there yet. */
export function addFile(tree: Tree, file: string, content: string): void {
  if (tree.exists(file)) throw new Error(`${file} is there already.`);
  tree.write(file, content);
}

function placeOf(tree: Tree, file: string, anchor: string): number {
  const content = contentOf(tree, file);
  const place = content.indexOf(anchor);
  if (place === -1 || content.includes(anchor, place + 1)) {
    throw new Error(`${file}: "${anchor.trim()}" should be there once; what is generated goes beside it.`);
  }
  return place;
}
