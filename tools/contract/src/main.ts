import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { consumedTopics } from '@ci/contracts';

/** `npm run contract`: see the usage below. */
const services = Object.keys(consumedTopics);
const usage = `npm run contract -- <service …>|all

Starts the image of one service alone, with a Postgres and a Kafka of its own, and holds it to the contracts: it takes every golden example of each event
that it consumes, in every version, parks one that breaks its contract, and what it publishes is what libs/contracts says.
Services: ${services.join(', ')}.

  --repository NAME   whose images; else call-intelligence
  --tag NAME          which; else local, as npm run images makes them
  -h, --help          this text

Needs a Docker engine (DOCKER_HOST) and the images. Where no registry can be reached: docker/test-images/README.md.`;

const options = {
  repository: { type: 'string', default: 'call-intelligence' },
  tag: { type: 'string', default: 'local' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const workspace = path.resolve(import.meta.dirname, '../../..');

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const unknown = positionals.filter((name) => name !== 'all' && !services.includes(name));
  if (values.help || positionals.length === 0) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
  } else if (unknown.length > 0) {
    throw new Error(`no service is called ${unknown.join(' or ')}; there are: ${services.join(', ')}`);
  } else {
    process.exitCode = await jest(positionals.includes('all') ? services : positionals, values);
  }
} catch (error) {
  console.error(`contract: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

function jest(names: readonly string[], { repository, tag }: { repository: string; tag: string }): Promise<number> {
  const file = path.join(workspace, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const suites = ['-c', 'tools/contract/suites.config.ts', '--runInBand', `suites/(${names.join('|')})\\.`];
  const child = spawn(process.execPath, [...flags, file, ...suites], {
    cwd: workspace,
    stdio: 'inherit',
    env: { ...process.env, CONTRACT_REPOSITORY: repository, CONTRACT_TAG: tag },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
