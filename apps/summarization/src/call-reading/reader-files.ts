import { readModelFiles, verified } from '../sentence-embedding/model-files.ts';

/** As committed; `npm run train-reader` writes them (tools/engine-lab/training). */
const files = {
  words: { name: 'words.int8.onnx', sha256: 'a611764a50d5f359b1f1071d2a7fb3833a12e4308a94eff9fded43458beb2d3a' },
  units: { name: 'units.int8.onnx', sha256: '14b5493e845a40982d8ad4606e67712c250aa05b6c70cc2ce49ffb7df407434c' },
} as const;

const ownFolder = new URL('../../models/reader/', import.meta.url);

export interface ReaderFiles {
  readonly words: Buffer;
  readonly units: Buffer;
  readonly tokenizer: object;
}

/** Its words are those of the embedding model, and so is its tokenizer. */
export async function readReaderFiles(folder: URL = ownFolder): Promise<ReaderFiles> {
  const [words, units, { tokenizer }] = await Promise.all([
    verified(folder, files.words),
    verified(folder, files.units),
    readModelFiles(),
  ]);
  return { words, units, tokenizer };
}
