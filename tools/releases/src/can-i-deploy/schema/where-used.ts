import type { Released } from '../candidate.ts';

/**
 * Where a release works with a table, or with `table.column`: files of the service or of libraries that name both, migrations, tests and what
 * makes the tables of a library (`<library>.sql.ts`) apart.
 * The name of a column is used for other things, too; so a file that is named may have no use for it, and one that is not has none.
 */
export async function whereUsed(
  name: string,
  { service, files }: Pick<Released, 'service' | 'files'>,
): Promise<readonly string[]> {
  const places = [...(await files.files()).keys()].filter((file) => isSource(file, service));
  const found = await Promise.all(
    places.map(async (file) => {
      const text = (await files.read(file)) ?? '';
      return name.split('.').every((part) => new RegExp(`\\b${part}\\b`).test(text)) ? [file] : [];
    }),
  );
  return found.flat();
}

function isSource(file: string, service: string): boolean {
  if (!file.startsWith(`apps/${service}/src/`) && !/^libs\/[^/]+\/src\//.test(file)) return false;
  return file.endsWith('.ts') && !/\.spec\.ts$|\/migrations\/|^libs\/([^/]+)\/src\/\1\.sql\.ts$/.test(file);
}
