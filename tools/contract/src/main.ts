import { parseArgs } from 'node:util';
import { runProgram, runSuites, startEngine, type Variables } from '@ci/testing/containers';
import { isService, services, type Service } from '@ci/tools-images/services';
import { rememberingVerified } from './command/remember-verified.ts';

/** `npm run contract`: see the usage below. */
const usage = `npm run contract -- [options] <service …>|all

Starts the image of one service at a time, alone with a Postgres and a Kafka of its own, and holds it to what libs/contracts says:
  every golden example of an event that it consumes has its effect; what it publishes is as its contract says; it answers what the
  gateway expects of its HTTP; and a mistake that is made in a contract on purpose is found by the services that the contract is
  between, and by no other. The gateway has stubs instead, which answer what its expectations say, and must send what they say.
Services: ${services.join(', ')}.

  --no-build   use the images that are there
  --write      with gateway: record in libs/contracts/gateway-expectations what it sends and needs now
  -h, --help   this text

Builds what has changed, and the images, first. Where no Docker engine answers and this is root on Debian, it installs and starts
one, which goes on running: docker/test-images/engine stop. What has passed is kept in .data/verified for can-i-deploy. What is
checked, and how: docs/contract-tests.md.`;

const options = {
  write: { type: 'boolean', default: false },
  'no-build': { type: 'boolean', default: false },
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

async function run(
  names: readonly Service[],
  wishes: { readonly 'no-build': boolean; readonly write: boolean },
): Promise<number> {
  await startEngine();
  const built = !wishes['no-build'];
  if (built) {
    const code = await runProgram(process.execPath, ['tools/images/images.mjs', ...names]);
    if (code !== 0) throw new Error('the images could not be built; the reason is above.');
  }
  if (wishes.write) return jest(names, { GATEWAY_EXPECTATIONS: 'write' });
  return rememberingVerified({ names, built }, (results) => jest(names, {}, ['--json', `--outputFile=${results}`]));
}

function jest(names: readonly Service[], wishes: Variables, more: readonly string[] = []): Promise<number> {
  const suites = [`suites/(${names.join('|')})\\.`, ...more];
  return runSuites('tools/contract/jest.config.ts', suites, { ...wishes, CONTRACT_IMAGES: 'built' });
}
