import { imageOf, isOfThisCommit, whyNoEngine } from '@ci/testing/containers';

/** Set by `npm run contract`, which has just built the images. */
const fresh = process.env['CONTRACT_IMAGES'] === 'built';

/** Why a service's contracts can't be checked here; undefined when they can. */
export async function whyNot(service: string): Promise<string | undefined> {
  const without = await whyNoEngine('npm run contract');
  if (without !== undefined || fresh || (await isOfThisCommit(imageOf(service)))) return without;
  return `${imageOf(service)} is not made of this commit; npm run contract -- ${service} makes it`;
}
