import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultsOf, localDay, type Annotation } from './corpus/annotation.ts';
import { asJson, corpusFolder, readCorpus } from './corpus/corpus-files.ts';
import { reportOf } from './corpus/report.ts';
import { readWrittenCall, type WrittenCall } from './corpus/written-call.ts';

const help = `Calls of the corpus, as tools/engine-lab/corpus/GUIDE.md describes them.

  npm run corpus -- check PATH…     list the faults of calls (.txt) and their annotations (.json), and the length of each
  npm run corpus -- show FILE…      show a call with the numbers of its turns, to annotate it
  npm run corpus -- import PATH…    take calls with their annotations into the corpus: one JSON file for each
  npm run corpus -- report          show what the corpus holds
`;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
const [command, ...paths] = positionals;
if (values.help === true) process.stdout.write(help);
else if (command === 'report') process.stdout.write(reportOf(readCorpus()));
else if (paths.length === 0 || !['check', 'show', 'import'].includes(command ?? '')) {
  process.stderr.write(help);
  process.exitCode = 2;
} else if (command === 'show') for (const path of paths) show(path);
else if (command === 'check') process.exitCode = check(paths.flatMap(filesAt));
else for (const path of paths.flatMap(filesAt).filter((file) => file.endsWith('.txt'))) take(path);

/** A call, with all annotations that lie beside it; refused when one of them has a fault. */
function take(path: string): void {
  const call = readWrittenCall(readFileSync(path, 'utf8'));
  const stem = path.replace(/\.txt$/, '');
  const annotations = filesAt(dirname(path))
    .filter((file) => file.startsWith(`${stem}.`) && file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Annotation);
  const faults = annotations.flatMap((annotation) => faultsOf(call, annotation));
  if (annotations.length === 0 || faults.length > 0) {
    process.stderr.write(`${path}: ${faults[0] ?? 'no annotation beside it'}\n`);
    process.exitCode = 1;
  } else writeFileSync(join(corpusFolder, `${call.id}.json`), asJson({ ...call, annotations }));
}

function show(path: string): void {
  const call = readWrittenCall(readFileSync(path, 'utf8'));
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: call.timezone, weekday: 'long' }).format(
    new Date(call.call_date),
  );
  process.stdout.write(
    `# ${call.id}\n${weekday} ${localDay(call)}, ${call.timezone}; ${call.trade}; sells: ${call.sells}\n`,
  );
  for (const { side, name, role, company } of call.people)
    process.stdout.write(`${side}: ${name}, ${role}, ${company}\n`);
  const several = call.people.length > 2;
  for (const [index, { speaker, person, text }] of call.segments.entries())
    process.stdout.write(
      `${String(index)} ${speaker === 'rep' ? 'R' : 'P'}${several ? ` ${person.split(' ')[0] ?? ''}` : ''}: ${text}\n`,
    );
  process.stdout.write('\n');
}

function check(files: readonly string[]): number {
  let faulty = 0;
  for (const file of files) {
    const faults: string[] = [];
    try {
      if (file.endsWith('.txt')) {
        const call = readWrittenCall(readFileSync(file, 'utf8'));
        const last = call.segments.at(-1)?.end_ms ?? 0;
        process.stdout.write(`${file}: ${String(call.segments.length)} turns, ${(last / 60_000).toFixed(1)} minutes\n`);
      } else if (file.endsWith('.json'))
        faults.push(...faultsOf(callBeside(file), JSON.parse(readFileSync(file, 'utf8')) as Annotation));
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
    for (const fault of faults) process.stdout.write(`${file}: !! ${fault}\n`);
    faulty += faults.length;
  }
  process.stdout.write(`${String(files.length)} files, ${String(faulty)} faults\n`);
  return faulty === 0 ? 0 : 1;
}

function callBeside(annotation: string): WrittenCall {
  const written = annotation.replace(/\.[a-z]\d+\.json$/, '.txt');
  if (!existsSync(written)) throw new Error(`no ${written} beside it`);
  return readWrittenCall(readFileSync(written, 'utf8'));
}

function filesAt(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesAt(join(path, name)))
    .filter((file) => /\.(?:txt|json)$/.test(file));
}
