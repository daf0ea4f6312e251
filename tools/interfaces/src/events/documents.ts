import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventContracts, parkingServices, topicNames } from '@ci/contracts';
import { goldenFiles, newestForm } from '@ci/testing/golden';
import { stringify } from 'yaml';
import { asyncApiDocument } from './document/asyncapi-document.ts';
import { workspace } from '../settle.ts';
import { eventsPage } from './document/events-page.ts';
import { withRights, withScaledTopics } from './document/topics-of-services.ts';

/** What is written from the contracts: the AsyncAPI document, the page for people, and where else topics are listed by service. */
export async function currentDocuments() {
  const examples = await goldenExamples();
  const asyncApi = stringify(asyncApiDocument(examples), { aliasDuplicateObjects: false, lineWidth: 120 });
  const values = parkingServices.map((service) =>
    edited(`docker/helm/services/${service}.yaml`, (text) => withScaledTopics(text, service)),
  );
  return {
    asyncApi: { name: 'docs/asyncapi.yaml', text: asyncApi },
    others: [
      { name: 'docs/events.md', text: eventsPage(examples) },
      await edited('docs/deployment.md', withRights),
      ...(await Promise.all(values)),
    ],
  };
}

async function edited(name: string, edit: (text: string) => string) {
  return { name, text: edit(await readFile(path.join(workspace, name), 'utf8')) };
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
