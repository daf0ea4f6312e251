import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelChecksums } from '../src/sentence-embedding/model-files.ts';
import { bankFiles } from './read-bank.ts';

const code = [
  'src/engine/acts/cues.ts',
  'src/engine/acts/ending.ts',
  'src/engine/acts/features.ts',
  'src/engine/acts/heads.ts',
  'src/engine/acts/phrases.ts',
  'training/logistic-regression.ts',
  'training/closings.jsonl',
  'training/ending-rows.ts',
  'training/outcome-regression.ts',
  'training/random.ts',
  'training/training-rows.ts',
  'training/trained-heads.ts',
];

/** SHA-256 of everything that the weights come from: when it changes, they have to be trained again. */
export function sourceHash(): string {
  const root = join(import.meta.dirname, '..');
  const hash = createHash('sha256').update(JSON.stringify(modelChecksums));
  for (const file of [...code.map((name) => join(root, name)), ...bankFiles()]) {
    hash.update(`\n${file.slice(root.length)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}
