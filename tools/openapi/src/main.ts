import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installGoTool } from '@ci/tools-go';
import { incompatibleChanges } from './compatibility.ts';
import { currentDocument, releasedDocuments, sameText, typesOf } from './documents.ts';

/** `npm run openapi`: see the usage below. */
const usage = `npm run openapi -- [options]

Builds the services' own descriptions of the API into one document, docs/openapi.json, and makes the client's types from it.
Compares it with every released document (docs/released/openapi-*.json), and fails when a client of one of them would break.

  --check             write nothing: fail when the document or the types are out of date
  --release VERSION   also keep the document as docs/released/openapi-VERSION.json, with the gateway's version (for example 1.0.0).
                      With --check, only say whether that is possible. "npm run release" calls it.
  -h, --help          this text

The first run installs oasdiff, which compares the documents, with Go (https://go.dev/dl).`;

const options = {
  check: { type: 'boolean', default: false },
  release: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const workspace = path.resolve(import.meta.dirname, '../../..');
const committed = path.join(workspace, 'docs', 'openapi.json');
const clientTypes = path.join(workspace, 'libs', 'client', 'src', 'api-schema.ts');
const released = path.join(workspace, 'docs', 'released');

try {
  const { values } = parseArgs({ options });
  if (values.help) console.log(usage);
  else await run(values);
} catch (error) {
  console.error(`openapi: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function run({
  check,
  release,
}: {
  readonly check: boolean;
  readonly release?: string | undefined;
}): Promise<void> {
  if (release !== undefined && !/^\d+\.\d+\.\d+$/.test(release))
    throw new Error('--release takes a version like 1.0.0');

  const document = await currentDocument(workspace);
  await settle(committed, document, check);
  await settle(clientTypes, await typesOf(committed), check);

  await assertCompatible();
  if (release !== undefined) await keep(document, release, check);
  console.log('openapi: the document and the types of the client are what the services say');
}

async function settle(file: string, text: string, check: boolean): Promise<void> {
  if (await sameText(file, text)) return;
  const name = path.relative(workspace, file);
  if (check)
    throw new Error(
      `${name} is not what the build gives. Run "npm run openapi", look at the difference and commit it.`,
    );
  await writeFile(file, text);
  console.log(`openapi: ${name} is written`);
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
