import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MiniLmEmbedder } from '../src/sentence-embedding/mini-lm-embedder.ts';
import { endingRows } from './ending-rows.ts';
import { readBank, readClosings } from './read-bank.ts';
import { sourceHash } from './source-hash.ts';
import { asFile, trainedHeads } from './trained-heads.ts';
import { commonPhrases, trainingRows } from './training-rows.ts';

const help = `Trains the heads of the embedded summary engine on the sentences and the ends of calls in apps/summarization/training.

npm run train              writes apps/summarization/models/act-heads.json
npm run train -- --check   writes nothing; exit code 1 when the committed file is not what the training gives
`;
const seed = 20_261_121;
const file = join(import.meta.dirname, '../models/act-heads.json');
const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean' } } });
const say = (line: string) => process.stderr.write(`${line}\n`);

if (values.help === true) process.stdout.write(help);
else process.exitCode = await train(values.check === true);

async function train(check: boolean): Promise<number> {
  const bank = readBank();
  say(`${bank.length} sentences: embedding them`);
  const embedder = await MiniLmEmbedder.load();
  const phrases = commonPhrases(bank);
  const rows = await trainingRows(bank, phrases, embedder, seed);
  const endings = await endingRows(readClosings(), bank, embedder, seed);
  const text = asFile(
    trainedHeads(rows, endings, phrases, sourceHash(), (round) => say(`round ${round} over ${rows.length} rows`)),
  );
  if (!check) {
    writeFileSync(file, text);
    say(`Wrote ${file}.`);
    return 0;
  }
  const same = readFileSync(file, 'utf8') === text;
  say(same ? 'The committed weights are what the training gives.' : 'The committed weights differ: run npm run train.');
  return same ? 0 : 1;
}
