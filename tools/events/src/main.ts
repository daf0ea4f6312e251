import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { eventsToKeep, freeze, incompatibilities, readReleased } from './compatibility/released-events.ts';
import { currentEvents, eventsSentBy, releasedFolder } from './current-events.ts';
import { problemsOfDocument } from './document/problems-of-document.ts';
import { currentDocuments, outdated, type WrittenDocument } from './documents.ts';

/** `npm run events`: see the usage below. */
const usage = `npm run events -- [options]

Writes the events of libs/contracts as an AsyncAPI 3 document, docs/asyncapi.yaml, and as a page, docs/events.md.
AsyncAPI's own parser checks the document. Each event is then compared with every released version of it
(libs/contracts/released): old readers must understand new events, and new readers old events.

  --check              write nothing: fail when the document or the page differs from the contracts
  --release VERSION    also keep events that differ from every release as libs/contracts/released/<event>-VERSION.json
                       (for example 1.1.0). With --check, only say what would be kept. "npm run release" calls it.
  --of SERVICE         the service that VERSION belongs to: only events that it sends are kept
  -h, --help           this text`;

const options = {
  check: { type: 'boolean', default: false },
  release: { type: 'string' },
  of: { type: 'string' },
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

interface Wishes {
  readonly check: boolean;
  readonly release?: string | undefined;
  readonly of?: string | undefined;
}

async function run({ check, release, of: service }: Wishes): Promise<void> {
  if ((release === undefined) !== (service === undefined)) throw new Error('--release and --of belong together');
  if (release !== undefined && !/^\d+\.\d+\.\d+$/.test(release))
    throw new Error('--release takes a version like 1.1.0');

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
  if (released.length > 0) console.log(`events: compatible with all ${released.length} that were released`);
  if (release !== undefined && service !== undefined) await keep(release, service, check);
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

async function keep(release: string, service: string, check: boolean): Promise<void> {
  const sent = eventsSentBy(service);
  const differing = eventsToKeep(sent, await readReleased(releasedFolder), release);
  if (!check) await freeze(releasedFolder, differing);
  const topics = differing.map(({ topic }) => topic).join(', ');
  console.log(
    topics === ''
      ? `events: none that ${service} sends differs from what was released, so ${release} keeps none`
      : `events: ${check ? 'to be released' : 'released'} as ${release}: ${topics}`,
  );
}

function refuse(problems: readonly string[], what: string): void {
  if (problems.length > 0) throw new Error(`${what}:\n${problems.join('\n')}`);
}
