import { parseArgs } from 'node:util';
import {
  imageOf,
  isOfThisCommit,
  revisionOf,
  runProgram,
  runSuites,
  startEngine,
  workspace,
} from '@ci/testing/containers';
import { isService, services, type Service } from '@ci/tools-images/services';
import { underTest } from '@ci/tools-images/under-test';
import { buildMissingImages, missingImages, previousImages } from '../previous-images/previous-images.ts';
import type { RunOfCommand } from './versions.ts';

/** `npm run mixed-versions`: see the usage below. */
const usage = `npm run mixed-versions -- [options] <service …>|all

Runs the previous release of each service with the current others, and the current one with the previous others. All run in
containers on one Postgres and one Kafka. The installation starts with the previous releases and is then migrated.
In every mixture a call goes the whole path through the public API, webhooks included. Data of earlier mixtures stays readable.
Services: ${services.join(', ')}.

  --tag NAME   the current images, instead of "local"
  --no-build   use the images that are there
  -h, --help   this text

The previous release is the newest one in releases/<service>.json whose image differs from the current one. Its image,
call-intelligence/<service>:<version>, is built once, by the scripts of its release commit. A service without a previous
release is skipped, with a message; the others still run with their previous releases.

On Debian, root without a Docker engine gets one installed and started. It keeps running; stop it with
docker/test-images/engine stop. Results are kept in .data/verified for can-i-deploy. Details: docs/mixed-versions.md.`;

const options = {
  tag: { type: 'string', default: 'local' },
  'no-build': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const say = (line: string): void => {
  console.log(`mixed versions: ${line}`);
};

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const unknown = positionals.filter((name) => name !== 'all' && !isService(name));
  if (unknown.length > 0) {
    throw new Error(`no service is called ${unknown.join(' or ')}; there are: ${services.join(', ')}`);
  }
  if (values.help || positionals.length === 0) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
  } else {
    const wanted = positionals.includes('all') ? services : services.filter((service) => positionals.includes(service));
    process.exitCode = await run({ services: wanted, tag: values.tag }, values['no-build']);
  }
} catch (error) {
  console.error(`mixed versions: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function run(
  wishes: RunOfCommand & { readonly services: readonly Service[] },
  noBuild: boolean,
): Promise<number> {
  const remember = await underTest(workspace, wishes.services);
  const previous = await previousImages(workspace, services);
  for (const { service, version, commit, date } of previous)
    say(`previous ${service}: ${version} of ${date.slice(0, 10)}, ${commit.slice(0, 12)}`);
  const without = wishes.services.filter((service) => !previous.some((one) => one.service === service));
  for (const service of without) say(`left out: no release of ${service} differs from what is here`);
  if (without.length === wishes.services.length)
    throw new Error('there is nothing to mix. npm run release makes a release of a service');

  await startEngine();
  if (noBuild) await assertImagesAreThere(wishes.tag, await missingImages(previous));
  else await buildImages(wishes.tag, () => buildMissingImages(workspace, previous, say));
  const suite = ['suites/mixed-versions\\.'];
  const exitCode = await runSuites('tools/releases/jest.config.ts', suite, { MIXED_VERSIONS: JSON.stringify(wishes) });
  if (exitCode !== 0) return exitCode;

  const known = !noBuild || (await areOfThisCommit(wishes.tag));
  const against = Object.fromEntries(previous.map(({ service, commit }) => [service, commit]));
  for (const service of services.filter((name) => wishes.services.includes(name) && !without.includes(name)))
    if (!known || !(await remember(service, 'mixed-versions', against)))
      say(`${service} has passed, but it is not known of which code: commit, and build the images`);
  return exitCode;
}

async function areOfThisCommit(tag: string): Promise<boolean> {
  const images = services.map((service) => isOfThisCommit(imageOf(service, tag)));
  return (await Promise.all(images)).every(Boolean);
}

async function buildImages(tag: string, buildPrevious: () => Promise<void>): Promise<void> {
  await buildPrevious();
  const code = await runProgram(process.execPath, ['tools/dev/launch.mjs', 'images', '--tag', tag]);
  if (code !== 0) throw new Error('the current images could not be built; the reason is above.');
}

async function assertImagesAreThere(tag: string, missing: readonly { readonly image: string }[]): Promise<void> {
  const lacking = missing.map(({ image }) => image);
  for (const service of services) {
    const image = imageOf(service, tag);
    if ((await revisionOf(image)) === undefined) lacking.push(image);
  }
  if (lacking.length > 0) throw new Error(`not there: ${lacking.join(', ')}. Without --no-build they are built`);
}
