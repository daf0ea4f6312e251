import { eventContracts, topicNames } from '@ci/contracts';
import { goldenFiles, newestForm } from '@ci/testing/golden';
import { stringify } from 'yaml';
import { asyncApiDocument } from './document/asyncapi-document.ts';
import { eventsPage } from './document/events-page.ts';

/** What is written from the contracts: the AsyncAPI document and the page for people. */
export async function currentDocuments() {
  const examples = await goldenExamples();
  const asyncApi = stringify(asyncApiDocument(examples), { aliasDuplicateObjects: false, lineWidth: 120 });
  return {
    asyncApi: { name: 'docs/asyncapi.yaml', text: asyncApi },
    page: { name: 'docs/events.md', text: eventsPage(examples) },
  };
}

/** The newest golden message of each event in its version of today, as consumers are tested with it. */
async function goldenExamples(): Promise<Readonly<Record<string, unknown>>> {
  const folder = new URL('../../../../libs/contracts/golden-events/', import.meta.url);
  const files = await goldenFiles({ folder, current: {} });
  return Object.fromEntries(
    topicNames.map((topic) => {
      const name = newestForm(files.keys(), topic, eventContracts[topic].version);
      return [topic, name === undefined ? undefined : files.get(name)];
    }),
  );
}
