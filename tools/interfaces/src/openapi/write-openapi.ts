import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installGoTool } from '../go-tools.ts';
import { settle, workspace, type Wishes } from '../settle.ts';
import { incompatibleChanges } from './compatibility.ts';
import { currentDocument, releasedDocuments, typesOf } from './documents.ts';

const committed = path.join(workspace, 'docs', 'openapi.json');
const released = path.join(workspace, 'docs', 'released');

/** Writes the document and the client's types, compares the document with all that were released, and keeps that of a release. */
export async function writeOpenApi({ check, release }: Wishes): Promise<void> {
  const document = await currentDocument(workspace);
  await settle('openapi', { name: 'docs/openapi.json', text: document }, check);
  await settle('openapi', { name: 'libs/client/src/api-schema.ts', text: await typesOf(committed) }, check);

  await assertCompatible();
  if (release !== undefined) await keep(document, release, check);
  console.log('openapi: the document and the types of the client are what the services say');
}

async function assertCompatible(): Promise<void> {
  const documents = await releasedDocuments(released);
  if (documents.length === 0) return;
  const comparison = await installGoTool(workspace, 'oasdiff', (line) => {
    console.log(`openapi: ${line}`);
  });
  for (const document of documents) {
    const changes = await incompatibleChanges(comparison, document, committed);
    if (changes !== '')
      throw new Error(
        `clients of ${path.basename(document)} would break:\n${changes}\nMake the change compatible, or a new version of the API.`,
      );
    console.log(`openapi: compatible with ${path.basename(document)}`);
  }
}

/** A released document is never written again: clients were made from it. */
async function keep(document: string, version: string, check: boolean): Promise<void> {
  const file = path.join(released, `openapi-${version}.json`);
  const existing = await readFile(file, 'utf8').catch(() => undefined);
  if (existing !== undefined && existing !== document)
    throw new Error(`version ${version} was released already, with another document`);
  if (!check) {
    await mkdir(released, { recursive: true });
    await writeFile(file, document);
  }
  console.log(`openapi: ${check ? 'to be released' : 'released'} as docs/released/openapi-${version}.json`);
}
