import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServiceName } from '@ci/testing/system';

const apps = join(import.meta.dirname, '..', '..', '..', '..', 'apps');

/**
 * What modules of a service's build export. No project imports a service, so a benchmark that takes one apart declares what it
 * expects of it (`Parts`). The modules share their packages with this process; a program of dist/ has its own.
 */
export async function compiled<Parts>(service: ServiceName, files: readonly string[]): Promise<Parts> {
  const folder = join(apps, service, 'compiled');
  const modules = files.map((file) => import(pathToFileURL(join(folder, `${file}.js`)).href) as Promise<object>);
  return Object.assign({}, ...(await Promise.all(modules))) as Parts;
}
