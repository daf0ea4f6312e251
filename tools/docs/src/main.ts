import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { watch } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { stagePages } from './stage/stage-pages.ts';

/** `npm run docs`: see the usage below. */
const usage = `npm run docs -- [options]

Builds the documentation site from docs/, the READMEs of the services and docs/openapi.json into tools/docs/dist/web, where the gateway
finds it and serves it at /docs. The folder holds static files; any web server can serve it below /docs/.

  --dev        serve the pages on this machine and show each change at once
  --port PORT  with --dev: the port to listen on (default 5174)
  --check      only look for links that lead nowhere, words and spelling; write nothing
  -h, --help   this text`;

const options = {
  dev: { type: 'boolean', default: false },
  port: { type: 'string', default: '5174' },
  check: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const workspace = path.resolve(import.meta.dirname, '../../..');
const site = path.resolve(import.meta.dirname, '../site');
const staged = path.resolve(import.meta.dirname, '../dist/pages');

try {
  const { values } = parseArgs({ options });
  if (values.help) console.log(usage);
  else if (values.check) await check();
  else if (values.dev) await serve(Number(values.port));
  else await build();
} catch (error) {
  console.error(`docs: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function build(): Promise<void> {
  const pages = await stage();
  await (await siteBuilder()).build(site);
  console.log(`docs: ${pages} pages in tools/docs/dist/web`);
}

async function serve(port: number): Promise<void> {
  await stage();
  const server = await (await siteBuilder()).createServer(site, { port, host: '127.0.0.1' });
  await server.listen();
  server.printUrls();
  watch(path.join(workspace, 'docs'), { recursive: true }, () => void stage().catch(console.error));
}

interface SiteBuilder {
  build(root: string): Promise<void>;
  createServer(
    root: string,
    options: { readonly port: number; readonly host: string },
  ): Promise<{ listen(): Promise<unknown>; printUrls(): void }>;
}

/** VitePress without its types: they would bring those of React into every project that is checked beside this one. */
async function siteBuilder(): Promise<SiteBuilder> {
  const name: string = 'vitepress';
  return (await import(name)) as SiteBuilder;
}

async function check(): Promise<void> {
  const { findingsIn } = await import('./check/findings.ts');
  const findings = await findingsIn(workspace);
  for (const finding of findings) console.log(finding);
  if (findings.length > 0) throw new Error(`${findings.length} findings`);
  console.log('docs: no findings');
}

/** Writes the pages as the site has them, and gives how many. */
async function stage(): Promise<number> {
  const { pages, assets, broken } = await stagePages(workspace);
  if (broken.length > 0) throw new Error(`links lead nowhere:\n${broken.join('\n')}`);
  await rm(staged, { recursive: true, force: true });
  for (const [place, text] of pages) {
    const file = path.join(staged, place);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  for (const [place, source] of assets) {
    await mkdir(path.dirname(path.join(staged, place)), { recursive: true });
    await cp(path.join(workspace, source), path.join(staged, place));
  }
  return pages.size;
}
