import { imageOf, isOfThisCommit, whyNoEngine, workspace } from '@ci/testing/containers';
import { serviceNames, type ServiceName } from '@ci/testing/system';
import { missingImages, previousImages, type PreviousImage } from '../previous-images/previous-images.ts';
import type { Mixture } from './installation.ts';

/** What `npm run mixed-versions` tells its suite. */
export interface RunOfCommand {
  readonly services: readonly string[];
  /** Of the current images. */
  readonly tag: string;
}

/** What there is to mix. */
export interface Versions {
  /** The services whose mixtures are tried. */
  readonly wanted: readonly ServiceName[];
  /** By service; one that was never released has none. */
  readonly releases: ReadonlyMap<ServiceName, PreviousImage>;
  readonly current: Mixture;
  /** Of a service that was never released, the current one. */
  readonly previous: Mixture;
}

/** Set by `npm run mixed-versions`, which has seen to the images. */
const asked = process.env['MIXED_VERSIONS'];

/** The versions that are to be mixed, or why they can't be here. */
export async function versionsHere(): Promise<Versions | string> {
  const command = 'npm run mixed-versions';
  const without = await whyNoEngine(command);
  if (without !== undefined) return without;
  const run = asked === undefined ? undefined : (JSON.parse(asked) as RunOfCommand);
  const images = await previousImages(workspace, serviceNames).catch((error: unknown) => String(error));
  if (typeof images === 'string') return images;
  if (images.length === 0) return 'no service was released before what is here';
  const versions = versionsOf(images, run);
  if (run !== undefined) return versions;
  const [missing] = await missingImages(images);
  if (missing !== undefined) return `${missing.image} is not there; ${command} builds it`;
  for (const image of Object.values(versions.current))
    if (!(await isOfThisCommit(image))) return `${image} is not made of this commit; ${command} makes it`;
  return versions;
}

function versionsOf(images: readonly PreviousImage[], run: RunOfCommand | undefined): Versions {
  const releases = new Map(images.map((one) => [one.service, one]));
  const of = (imageFor: (service: ServiceName) => string) =>
    Object.fromEntries(serviceNames.map((service) => [service, imageFor(service)])) as Mixture;
  const current = of((service) => imageOf(service, run?.tag));
  return {
    wanted: serviceNames.filter((service) => run === undefined || run.services.includes(service)),
    releases,
    current,
    previous: of((service) => releases.get(service)?.image ?? current[service]),
  };
}
