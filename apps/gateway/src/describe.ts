import { readFile } from 'node:fs/promises';
import { writeDescription } from '@ci/http';
import { apiDocument, type ApiFragment } from './describe-api/api-document.ts';

/**
 * Part of the build: puts the services' parts, given as files, together into the document that `GET /v1/openapi.json` answers. Fails when
 * two services mean different things by one name.
 */
const fragments = await Promise.all(
  process.argv.slice(2).map(async (file) => JSON.parse(await readFile(file, 'utf8')) as ApiFragment),
);
const { document, clashes } = apiDocument(fragments);
if (clashes.length > 0) {
  process.stderr.write(
    `Services disagree on these schemas: ${clashes.join(', ')}. Take them from libs/contracts, or rename one.\n`,
  );
  process.exit(1);
}
await writeDescription('dist/openapi.json', document);
