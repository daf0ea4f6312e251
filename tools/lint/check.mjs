/**
 * `node tools/lint/check.mjs`: circles of imports, then types and lint of the whole workspace, which oxlint (oxlint.config.ts) asks the native
 * compiler for in one pass.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { circlesOf } from './circles.mjs';

process.env.NX_DAEMON = 'false';
const { createProjectGraphAsync } = await import('@nx/devkit');
// Without a project graph in Nx's cache its boundary rule refuses nothing.
await createProjectGraphAsync();

const workspace = path.resolve(import.meta.dirname, '../..');
const circles = await circlesOf(workspace);
for (const places of circles) console.log(`circle of imports: ${[...places, places[0]].join(' → ')}`);
const { status } = spawnSync('oxlint', ['apps', 'libs', 'tools', 'docs/samples'], { cwd: workspace, stdio: 'inherit' });
process.exitCode = status === 0 && circles.length === 0 ? 0 : 1;
