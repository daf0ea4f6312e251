import { settle, type Wishes } from '../settle.ts';
import { eventsToKeep, freeze, incompatibilities, readReleased } from './compatibility/released-events.ts';
import { currentEvents, eventsSentBy, releasedFolder } from './current-events.ts';
import { problemsOfDocument } from './document/problems-of-document.ts';
import { currentDocuments } from './documents.ts';

/** Writes the document and the page, compares the events with all that were released, and keeps those of a release. */
export async function writeEvents({ check, release, of: service }: Wishes): Promise<void> {
  if ((release === undefined) !== (service === undefined)) throw new Error('--release and --of belong together');

  const { asyncApi, others } = await currentDocuments();
  refuse(await problemsOfDocument(asyncApi.text), `${asyncApi.name} is no right AsyncAPI document`);
  for (const document of [asyncApi, ...others]) await settle('events', document, check);

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
