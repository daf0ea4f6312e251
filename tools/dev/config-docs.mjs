/**
 * `nx run SERVICE:config-docs`: writes the table of a service's variables into its README, from the schema that reads them. Needs what
 * was built. Of all services without a name. With --check it writes nothing, and fails where a README says something else.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { configTable } from '@ci/config';
import { format } from 'oxfmt';
import style from '../../oxfmt.config.ts';

const apps = path.resolve(import.meta.dirname, '../../apps');
const table = /(?<=<!-- variables: .* -->\n).*(?=<!-- end of variables -->)/s;

const args = process.argv.slice(2);
const named = args.filter((argument) => argument !== '--check');
for (const service of named.length > 0 ? named : await everyService()) await settle(service, args.includes('--check'));

async function everyService() {
  const files = await Array.fromAsync(glob('*/src/config.ts', { cwd: apps }));
  return files.map((file) => path.dirname(path.dirname(file))).sort();
}

async function settle(service, check) {
  const file = path.join(apps, service, 'README.md');
  const readme = await readFile(file, 'utf8');
  if (!table.test(readme)) throw new Error(`apps/${service}/README.md has no place for the table of variables`);
  const { configSchema } = await import(path.join(apps, service, 'compiled', 'config.js'));
  const variables = configTable(configSchema);
  if (/\| {2}\|$/m.test(variables)) throw new Error(`${service}: a variable says nothing of its meaning: .describe()`);
  const text = readme.replace(table, () => `\n${variables}\n\n`);
  const { code: written } = await format(file, text, style);
  if (written === readme) return;
  if (check) {
    console.error(
      `apps/${service}/README.md has another table of variables than its schema: nx run ${service}:config-docs`,
    );
    process.exitCode = 1;
    return;
  }
  await writeFile(file, written);
  console.log(`apps/${service}/README.md is written`);
}
