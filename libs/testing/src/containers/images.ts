import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { loadTestcontainers } from '../infrastructure/container.ts';
import { dockerAnswers } from '../infrastructure/testcontainers-infrastructure.ts';
import { workspace } from './run-program.ts';

const run = promisify(execFile);

/** As `npm run images` calls it. */
export function imageOf(service: string, tag = 'local'): string {
  return `call-intelligence/${service}:${tag}`;
}

/** Why images can't be run here; undefined when they can. `command` is what starts an engine. */
export async function whyNoEngine(command: string): Promise<string | undefined> {
  if (process.env['TEST_INFRASTRUCTURE'] === 'embedded') return 'TEST_INFRASTRUCTURE=embedded';
  return (await dockerAnswers()) ? undefined : `no Docker engine answers; ${command} starts one where it can`;
}

/** Whether an image is made of the very commit that is checked out, and nothing differs from it. */
export async function isOfThisCommit(image: string): Promise<boolean> {
  const [made, here] = [await revisionOf(image), await revisionHere()];
  return made !== undefined && made === here && !here.endsWith('-dirty');
}

/** The commit that an image was made of; undefined when there is no such image. */
export async function revisionOf(image: string): Promise<string | undefined> {
  const { getContainerRuntimeClient } = await loadTestcontainers();
  const { container } = await getContainerRuntimeClient();
  try {
    const { Config } = await container.dockerode.getImage(image).inspect();
    return Config.Labels['org.opencontainers.image.revision'];
  } catch {
    return undefined;
  }
}

/** As `npm run images` writes it into an image. */
async function revisionHere(): Promise<string | undefined> {
  const args = ['describe', '--always', '--abbrev=40', '--match=', '--dirty'];
  return run('git', args, { cwd: workspace }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}
