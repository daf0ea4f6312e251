import { createHash } from 'node:crypto';
import type { Tree } from '@nx/devkit';
import { addFile, contentOf } from './edit.ts';

/** Adds a golden file and its checksum, as a run of the tests with GOLDEN_FILES=write does (libs/testing/src/golden-files.ts). */
export function addGoldenFile(tree: Tree, folder: string, name: string, content: unknown): void {
  const list = `${folder}/checksums.json`;
  const checksums = (tree.exists(list) ? JSON.parse(contentOf(tree, list)) : {}) as Record<string, string>;
  checksums[name] = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const sorted = Object.fromEntries(Object.entries(checksums).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  addFile(tree, `${folder}/${name}.json`, `${JSON.stringify(content, null, 2)}\n`);
  tree.write(list, `${JSON.stringify(sorted, null, 2)}\n`);
}
