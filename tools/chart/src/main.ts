import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installGoTool } from '@ci/tools-interfaces/go-tools';

/** `npm run chart`: see the usage below. */
const usage = `npm run chart

Renders docker/helm for each service and checks the result three ways. No cluster is needed.
  helm: lint and values.schema.json
  kubectl-validate: unknown, missing and wrong fields, by the schemas of Kubernetes 1.30
  tools/chart/test: what every pod of this project must have
Then promtool triggers and clears each alert of docker/monitoring.

The first run builds helm, kubectl-validate and promtool with Go, into .data/tools. After that, npm test runs the same checks.

  -h, --help   this text`;

const workspace = path.resolve(import.meta.dirname, '../../..');

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h', default: false } } });
  if (values.help) {
    console.log(usage);
  } else {
    for (const tool of ['helm', 'kubectl-validate', 'promtool'] as const)
      await installGoTool(workspace, tool, (line) => console.log(`chart: ${line}`));
    process.exitCode = await jest();
  }
} catch (error) {
  console.error(`chart: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

function jest(): Promise<number> {
  const file = path.join(workspace, 'node_modules', 'jest', 'bin', 'jest.js');
  const child = spawn(process.execPath, [file, '-c', 'tools/chart/jest.config.ts'], {
    cwd: workspace,
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
