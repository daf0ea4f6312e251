import { parseArgs } from 'node:util';
import { writeEvents } from './events/write-events.ts';
import { writeOpenApi } from './openapi/write-openapi.ts';
import type { Wishes } from './settle.ts';

/** `npm run events` and `npm run openapi`: see the usage below. */
const usage = `npm run events -- [options]
npm run openapi -- [options]

events writes the events of libs/contracts as an AsyncAPI 3 document, docs/asyncapi.yaml, and as a page, docs/events.md.
AsyncAPI's own parser checks the document. Each event is then compared with every released version of it
(libs/contracts/released): old readers must understand new events, and new readers old events.

openapi builds the services' own descriptions of the API into one document, docs/openapi.json, and makes the client's types from it.
Compares it with every released document (docs/released/openapi-*.json), and fails when a client of one of them would break.
The first run installs oasdiff, which compares the documents, with Go (https://go.dev/dl).

  --check             write nothing: fail when a file is out of date
  --release VERSION   also keep what is released, under a version like 1.1.0. Of openapi, docs/released/openapi-VERSION.json.
                      Of events, those that differ from every release: libs/contracts/released/<event>-VERSION.json.
                      With --check, only say what would be kept. "npm run release" calls it.
  --of SERVICE        of events, the service that VERSION belongs to: only events that it sends are kept
  -h, --help          this text`;

const options = {
  check: { type: 'boolean', default: false },
  release: { type: 'string' },
  of: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const [what, ...args] = process.argv.slice(2);
try {
  const { values } = parseArgs({ args, options });
  if (values.help) console.log(usage);
  else await write(values);
} catch (error) {
  console.error(`${String(what)}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function write(wishes: Wishes): Promise<void> {
  if (wishes.release !== undefined && !/^\d+\.\d+\.\d+$/.test(wishes.release))
    throw new Error('--release takes a version like 1.1.0');
  if (what === 'events') await writeEvents(wishes);
  else if (what === 'openapi' && wishes.of === undefined) await writeOpenApi(wishes);
  else throw new Error(`not understood\n\n${usage}`);
}
