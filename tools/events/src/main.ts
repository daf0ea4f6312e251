import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { freeze, incompatibilities, readReleased } from './compatibility/released-events.ts';
import { currentEvents, releasedFolder } from './current-events.ts';
import { problemsOfDocument } from './document/problems-of-document.ts';
import { currentDocuments, outdated, type WrittenDocument } from './documents.ts';

/** `npm run events`: see the usage below. */
const usage = `npm run events -- [options]

Writes the events of libs/contracts as an AsyncAPI 3 document, docs/asyncapi.yaml, and as a page, docs/events.md, and has AsyncAPI's own
parser check the document. Then compares each event with every version that was released (libs/contracts/released), both ways: what is
sent today can be read by whoever was released, and the other way round.

  --check             write nothing: fail when the document or the page is not what the contracts give
  --release NAME      besides, keep what differs from all that was released as libs/contracts/released/<event>-NAME.json
                      (for example 1.1.0)
  -h, --help          this text`;

const options = {
  check: { type: 'boolean', default: false },
  release: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

try {
  const { values } = parseArgs({ options });
  if (values.help) console.log(usage);
  else await run(values);
} catch (error) {
  console.error(`events: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function run({ check, release }: { readonly check: boolean; readonly release?: string | undefined }) {
  if (check && release !== undefined)
    throw new Error('--check writes nothing, so it can not be combined with --release');
  if (release !== undefined && !/^[a-z0-9][a-z0-9.-]*$/.test(release))
    throw new Error('--release takes a name like 1.1.0');

  const documents = await currentDocuments();
  for (const { name, text } of documents.filter(({ name }) => name.endsWith('.yaml')))
    refuse(await problemsOfDocument(text), `${name} is no right AsyncAPI document`);
  await settle(await outdated(documents), check);

  const released = await readReleased(releasedFolder);
  const problems = incompatibilities(currentEvents, released);
  refuse(
    problems,
    'what was released and what is here do not understand each other (only optional fields come and go; else make another event)',
  );
  if (released.length > 0)
    console.log(`events: compatible with ${[...new Set(released.map((one) => one.release))].join(', ')}`);
  if (release !== undefined) await keep(release);
  console.log('events: the document and the page are what the contracts say');
}

async function settle(changed: readonly WrittenDocument[], check: boolean): Promise<void> {
  for (const { name, file, text } of changed) {
    if (check)
      throw new Error(
        `${name} is not what the contracts give. Run "npm run events", look at the difference and commit it.`,
      );
    await writeFile(file, text);
    console.log(`events: ${name} is written`);
  }
}

async function keep(release: string): Promise<void> {
  const topics = await freeze(releasedFolder, currentEvents, release);
  console.log(
    topics.length === 0
      ? `events: nothing differs from what was released, so ${release} keeps nothing`
      : `events: released as ${release}: ${topics.join(', ')}`,
  );
}

function refuse(problems: readonly string[], what: string): void {
  if (problems.length > 0) throw new Error(`${what}:\n${problems.join('\n')}`);
}
