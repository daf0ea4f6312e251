import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from './start/paths.ts';

/** `npm run keys -- …`, `npm run members -- …`, `npm run workspaces -- …`: the gateway's own command line, pointed at the system of this folder. */
const environment = join(paths.environments, 'gateway.env');
const cli = join(paths.root, 'apps', 'gateway', 'dist', 'cli.js');

if (!existsSync(environment) || !existsSync(cli)) {
  process.stderr.write('There is no system in this folder yet. Start it once with: npm start -- --detach\n');
  process.exit(1);
}
const { status } = spawnSync(process.execPath, [`--env-file=${environment}`, cli, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
