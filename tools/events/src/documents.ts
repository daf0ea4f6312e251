import { readFile } from 'node:fs/promises';
import { eventContracts, topicNames } from '@ci/contracts';
import { goldenFiles, newestForm } from '@ci/testing/golden';
import { stringify } from 'yaml';
import { asyncApiDocument } from './document/asyncapi-document.ts';
import { eventsPage } from './document/events-page.ts';

/** What is written from the contracts: where it belongs, and what it has to be. */
export interface WrittenDocument {
  readonly file: URL;
  /** From the root of the workspace. */
  readonly name: string;
  readonly text: string;
}

const workspace = new URL('../../../', import.meta.url);

/** The AsyncAPI document and the page for people. */
export async function currentDocuments(): Promise<readonly WrittenDocument[]> {
  const examples = await goldenExamples();
  const asyncApi = stringify(asyncApiDocument(examples), { aliasDuplicateObjects: false, lineWidth: 120 });
  return [
    { name: 'docs/asyncapi.yaml', text: asyncApi },
    { name: 'docs/events.md', text: eventsPage(examples) },
  ].map(({ name, text }) => ({ name, text, file: new URL(name, workspace) }));
}

/** Those whose file is not there or says something else. */
export async function outdated(documents: readonly WrittenDocument[]): Promise<readonly WrittenDocument[]> {
  const texts = await Promise.all(documents.map(({ file }) => readFile(file, 'utf8').catch(() => undefined)));
  return documents.filter(({ text }, index) => text !== texts[index]);
}

/** The newest golden message of each event in its version of today, as consumers are tested with it. */
async function goldenExamples(): Promise<Readonly<Record<string, unknown>>> {
  const folder = new URL('libs/contracts/golden-events/', workspace);
  const files = await goldenFiles({ folder, current: {} });
  return Object.fromEntries(
    topicNames.map((topic) => {
      const name = newestForm(files.keys(), topic, eventContracts[topic].version);
      return [topic, name === undefined ? undefined : files.get(name)];
    }),
  );
}
