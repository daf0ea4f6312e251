import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const apps = join(import.meta.dirname, '..', '..', '..', '..', 'apps');

/** The services and modules that a source takes apart. */
function partsIn(source: string): { readonly service: string; readonly file: string }[] {
  return [...source.matchAll(/\bcompiled(?:<\w+>)?\(\s*'(\w+)',\s*\[([^\]]+)\]/g)].flatMap(
    ([, service = '', files = '']) => [...files.matchAll(/'([^']+)'/g)].map(([, file = '']) => ({ service, file })),
  );
}

describe('the parts of services that benchmarks take apart', () => {
  const sources = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.spec.ts'));
  const parts = sources.flatMap((file) => partsIn(readFileSync(join(import.meta.dirname, file), 'utf8')));

  it('are modules of today: what a build of before left would be loaded as well', () => {
    expect(new Set(parts.map(({ service }) => service))).toEqual(new Set(['contacts', 'ingestion', 'webhooks']));
    const gone = parts.filter(({ service, file }) => !existsSync(join(apps, service, 'src', `${file}.ts`)));
    expect(gone).toEqual([]);
  });
});
