import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServiceName } from '@ci/testing/system';

const apps = join(import.meta.dirname, '..', '..', '..', '..', 'apps');

/**
 * A module of a service's build. No project imports a service, so whoever takes one apart says here what it expects of the module. It shares
 * its packages with this process, which a program of dist/ has for itself.
 */
export async function compiled<Module>(service: ServiceName, file: string): Promise<Module> {
  return (await import(pathToFileURL(join(apps, service, 'compiled', `${file}.js`)).href)) as Module;
}
