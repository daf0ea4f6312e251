import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { dockerAnswers } from '@ci/testing';
import { getContainerRuntimeClient } from 'testcontainers';

const run = promisify(execFile);

/** Set by `npm run contract`, which has just built the images. */
const fresh = process.env['CONTRACT_IMAGES'] === 'built';

export function imageOf(service: string): string {
  return `call-intelligence/${service}:local`;
}

/** Why a service's contracts can't be checked here; undefined when they can. */
export async function whyNot(service: string): Promise<string | undefined> {
  if (process.env['TEST_PARTS'] === 'embedded') return 'TEST_PARTS=embedded';
  if (!(await dockerAnswers())) return 'no Docker engine answers; npm run contract starts one where it can';
  if (fresh) return undefined;
  if (await isOfThisCommit(service)) return undefined;
  return `${imageOf(service)} is not made of this commit; npm run contract -- ${service} makes it`;
}

/** Whether a service's image was made of the commit that is checked out, with nothing changed since. */
export async function isOfThisCommit(service: string): Promise<boolean> {
  const made = await revisionOf(imageOf(service));
  const here = await revisionHere();
  return made !== undefined && made === here && !here.endsWith('-dirty');
}

/** The commit that an image was made of; undefined when there is no such image. */
async function revisionOf(image: string): Promise<string | undefined> {
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
  return run('git', args, { cwd: import.meta.dirname }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}
