import { parseArgs } from 'node:util';
import {
  imageOf,
  isOfThisCommit,
  runProgram,
  runSuites,
  startEngine,
  workspace,
  type Variables,
} from '@ci/testing/containers';
import { isService, services, type Service } from '@ci/tools-images/services';
import { git } from '@ci/tools-images/git';
import { underTest } from '@ci/tools-images/under-test';
import { passedServices } from './command/passed-services.ts';

/** `npm run contract`: see the usage below. */
const usage = `npm run contract -- [options] <service …>|all

Starts the image of one service at a time, with its own Postgres and Kafka, and checks it against libs/contracts:
  every golden example of an event that it consumes has its effect
  every event that it publishes matches its contract
  it answers the HTTP requests that the gateway sends
  a deliberate mistake in a contract is found by the services that share this contract, and by no other

The gateway runs against stubs that answer what its expectations say.
Services: ${services.join(', ')}.

  --no-build   use the images that are there
  --write      with gateway: record in libs/contracts/gateway-expectations what it sends and needs now
  --gateway COMMIT
               also check a service against the expectations of the gateway at that commit, for example a released one
  -h, --help   this text

Builds what has changed, and the images, first. On Debian, root without a Docker engine gets one installed and started.
It keeps running; stop it with docker/test-images/engine stop. Results are kept in .data/verified for can-i-deploy.
Details: docs/contract-tests.md.`;

const options = {
  write: { type: 'boolean', default: false },
  'no-build': { type: 'boolean', default: false },
  gateway: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const unknown = positionals.filter((name) => name !== 'all' && !isService(name));
  if (unknown.length > 0) {
    throw new Error(`no service is called ${unknown.join(' or ')}; there are: ${services.join(', ')}`);
  }
  if (values.write && positionals.join() !== 'gateway') throw new Error('--write is for the gateway alone');
  if (values.help || positionals.length === 0) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
  } else {
    process.exitCode = await run(positionals.includes('all') ? services : positionals.filter(isService), values);
  }
} catch (error) {
  console.error(`contract: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

interface Wishes {
  readonly 'no-build': boolean;
  readonly write: boolean;
  readonly gateway?: string | undefined;
}

async function run(names: readonly Service[], wishes: Wishes): Promise<number> {
  const gateway = wishes.gateway === undefined ? undefined : await commitNamed(wishes.gateway);
  const remember = await underTest(workspace, names);
  await startEngine();
  const built = !wishes['no-build'];
  if (built) {
    const code = await runProgram(process.execPath, ['tools/dev/launch.mjs', 'images', ...names]);
    if (code !== 0) throw new Error('the images could not be built; the reason is above.');
  }
  if (wishes.write) return jest(names, { GATEWAY_EXPECTATIONS: 'write' });

  const variables: Variables = gateway === undefined ? {} : { GATEWAY_COMMIT: gateway };
  const { exitCode, passed } = await passedServices(names, (results) =>
    jest(names, variables, ['--json', `--outputFile=${results}`]),
  );
  for (const service of passed) {
    const known = built || (await isOfThisCommit(imageOf(service)));
    if (!known || !(await remember(service, 'contract', gateway === undefined ? {} : { gateway })))
      console.log(`contract: ${service} has passed, but it is not known of which code: commit, and build its image`);
  }
  return exitCode;
}

async function commitNamed(name: string): Promise<string> {
  return (await git(workspace, ['rev-parse', '--verify', `${name}^{commit}`])).trim();
}

function jest(names: readonly Service[], wishes: Variables, more: readonly string[] = []): Promise<number> {
  const suites = [`suites/(${names.join('|')})\\.`, ...more];
  return runSuites('tools/contract/jest.config.ts', suites, { ...wishes, CONTRACT_IMAGES: 'built' });
}
