import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './run.ts';

/** The document of the services as they are now: built by each from its controllers, put together by the gateway. */
export async function currentDocument(workspace: string): Promise<string> {
  await run('nx', ['run', 'gateway:describe', '--outputStyle=static'], {
    cwd: workspace,
    env: { NX_DAEMON: 'false', NX_TUI: 'false' },
  });
  return readFile(path.join(workspace, 'apps', 'gateway', 'dist', 'openapi.json'), 'utf8');
}

/** The types of the document, as the client has them. */
export async function typesOf(document: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'call-intelligence-types-'));
  try {
    const file = path.join(folder, 'types.ts');
    await run('openapi-typescript', [document, '--output', file]);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files of the documents that were released, oldest first. */
export async function releasedDocuments(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const documents = names.filter((name) => /^openapi-.*\.json$/.test(name));
  return documents.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((name) => path.join(folder, name));
}
