import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { assertEngineAnswers, buildImage } from './build-image.ts';
import { makeImageContext } from './image-context.ts';
import { trySystem } from './try-system.ts';
import { isService, services, type Service } from './services.ts';

/** `npm run images`: see the usage below. */
const usage = `npm run images -- [options] [service …]

Builds what has changed, and of it a Docker image for each service: ${services.join(', ')}; all of them unless some are named.
They are called call-intelligence/SERVICE:local and hold what is built and installed here: docker/service.Dockerfile says how.

  --tag NAME          instead of "local"
  --repository NAME   instead of "call-intelligence", such as registry.example.com/calls
  --node-image IMAGE  what they are made from; else NODE_IMAGE of the environment, else what the Dockerfile says
  --context           build no image: leave in .data/images/SERVICE the folder that it would be built from
  --try               then start all of docker/compose.yaml, send a call through it, and remove it with its data
  --no-build          use what has been built
  -h, --help          this text

DOCKER_HOST names the engine, COMPOSE a program instead of "docker compose"; where there is neither, --try builds one with Go.
Where the base images can't be had from a registry: docker/test-images/README.md.`;

const options = {
  tag: { type: 'string', default: 'local' },
  repository: { type: 'string', default: 'call-intelligence' },
  'node-image': { type: 'string', default: process.env['NODE_IMAGE'] ?? '' },
  context: { type: 'boolean', default: false },
  try: { type: 'boolean', default: false },
  'no-build': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const workspace = path.resolve(import.meta.dirname, '../../..');

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) console.log(usage);
  else await run(servicesNamed(positionals), values);
} catch (error) {
  console.error(`images: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

function servicesNamed(names: readonly string[]): readonly Service[] {
  const unknown = names.filter((name) => name !== 'all' && !isService(name));
  if (unknown.length > 0) {
    throw new Error(`no service is called ${unknown.join(' or ')}; there are: ${services.join(', ')}`);
  }
  return names.length === 0 || names.includes('all') ? services : services.filter((service) => names.includes(service));
}

interface Wishes {
  readonly tag: string;
  readonly repository: string;
  readonly 'node-image': string;
  readonly context: boolean;
  readonly try: boolean;
}

async function run(wanted: readonly Service[], wishes: Wishes): Promise<void> {
  if (!wishes.context) await assertEngineAnswers();
  for (const service of wanted) {
    const folder = path.join(workspace, '.data', 'images', service);
    const { packages } = makeImageContext({ workspace, folder, service });
    if (wishes.context) {
      console.log(`images: ${path.relative(workspace, folder)}: ${packages.length} packages`);
      continue;
    }
    const image = `${wishes.repository}/${service}:${wishes.tag}`;
    const { bytes } = await buildImage({ workspace, folder, service, image, nodeImage: wishes['node-image'] });
    console.log(`images: ${image}: ${packages.length} packages, ${Math.round(bytes / 1_000_000)} MB`);
    await rm(folder, { recursive: true });
  }
  if (!wishes.try) return;
  const log = (line: string): void => {
    console.log(`images: ${line}`);
  };
  await trySystem({ workspace, repository: wishes.repository, tag: wishes.tag, log });
}
