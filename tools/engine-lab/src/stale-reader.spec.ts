import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const training = join(import.meta.dirname, '../training');
const summarization = join(import.meta.dirname, '../../../apps/summarization');
const data = [
  join(import.meta.dirname, '../corpus/calls'),
  join(summarization, 'training/bank'),
  join(summarization, 'evaluation/calls/development'),
];
const note = JSON.parse(readFileSync(join(summarization, 'models/reader/reader.json'), 'utf8')) as {
  readonly data: string;
  readonly code: string;
};

/** As `hash_of` in training/calls.py. */
function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files.toSorted())
    hash
      .update(`${basename(file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

const code = ['calls.py', 'encoder.py', 'export_reader.py', 'read_training.py', 'reader.py'];

it('the committed reader was trained by this code on this corpus: else run tools/engine-lab/train-reader', () => {
  expect(note).toMatchObject({
    code: hashOf(code.map((name) => join(training, name))),
    data: hashOf(data.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))),
  });
});
