import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** As committed; see the README beside the files. */
const files = {
  model: { name: 'model.int8.onnx', sha256: 'd126c2efdee8178cb573fd5921a3d94a7583e88604f9d20dea4cf888c5c7bdab' },
  tokenizer: { name: 'tokenizer.json', sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037' },
} as const;

/** What the weights of the heads depend on, too. */
export const modelChecksums = [files.model.sha256, files.tokenizer.sha256] as const;

const ownFolder = new URL('../../models/all-minilm-l6-v2/', import.meta.url);

export interface ModelFiles {
  readonly model: Buffer;
  readonly tokenizer: object;
}

/** A damaged or exchanged model would give other summaries without a word: it is not used. */
export async function readModelFiles(folder: URL = ownFolder): Promise<ModelFiles> {
  const [model, tokenizer] = await Promise.all([verified(folder, files.model), verified(folder, files.tokenizer)]);
  return { model, tokenizer: JSON.parse(tokenizer.toString('utf8')) as object };
}

/** The content of a file that has this checksum; rejects when it is missing or another. */
export async function verified(folder: URL, { name, sha256 }: { name: string; sha256: string }): Promise<Buffer> {
  const content = await readFile(new URL(name, folder));
  const actual = createHash('sha256').update(content).digest('hex');
  if (actual !== sha256) {
    throw new Error(`${name} of a model has the checksum ${actual}, not ${sha256}. Restore it from the repository.`);
  }
  return content;
}
