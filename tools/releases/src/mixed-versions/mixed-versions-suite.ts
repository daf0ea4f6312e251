import type { ServiceName } from '@ci/testing/system';
import { Installation, type Mixture } from './installation.ts';
import { Subscriber } from './subscriber.ts';
import { versionsHere, type Versions } from './versions.ts';
import { promises, WholePath } from './whole-path.ts';

/** The tests of mixed versions, for Jest: one installation, whose services change places with their previous releases. */
export async function mixedVersionsSuite(): Promise<void> {
  const versions = await versionsHere();
  if (typeof versions === 'string') {
    it.skip(`previous and current releases side by side (skipped: ${versions})`, () => undefined);
    return;
  }
  const { wanted, releases, current, previous } = versions;
  const running = new RunningInstallation();
  afterAll(() => running.stop(), 120_000);

  describe('the previous releases', () => {
    beforeAll(() => running.start(previous), 600_000);
    keepsItsPromises(running);
  });
  describe('the previous releases, on the schemas of the current ones', () => {
    beforeAll(() => running.installation.migrate(current), 300_000);
    keepsItsPromises(running);
  });
  for (const service of wanted)
    describe(`current ${service}, with the previous others`, () => {
      mixture(service, { ...previous, [service]: current[service] });
    });
  for (const service of wanted)
    describe(`previous ${service}${versionIn(versions, service)}, with the current others`, () => {
      mixture(service, { ...current, [service]: previous[service] });
    });
  describe('the current ones', () => {
    beforeAll(() => running.installation.run(current), 300_000);
    keepsItsPromises(running);
  });
  if (wanted.includes('contacts') && releases.has('contacts'))
    describe('a column that is taken away while the previous contacts still reads it', () => {
      beforeAll(async () => {
        await running.installation.run({ ...current, contacts: previous.contacts });
        await running.installation.query('ALTER TABLE contacts.contact_calls RENAME COLUMN coaching_score TO score');
      }, 300_000);
      it('is found by what contacts takes part in, and by nothing else', async () => {
        expect(await brokenPromises(running.path.waitingAtMost(10_000))).toEqual([
          'contacts has it in the history of its contact',
          'what the mixtures before have written is read as it was',
          'a call of the mixture before is changed, and deleted everywhere',
          'nothing is parked, and no log tells of an error',
        ]);
      });
    });

  function mixture(service: ServiceName, images: Mixture): void {
    if (!releases.has(service)) {
      it.skip(`skipped: no release of ${service} differs from what is here`, () => undefined);
      return;
    }
    beforeAll(() => running.installation.run(images), 300_000);
    keepsItsPromises(running);
  }
}

function keepsItsPromises(running: RunningInstallation): void {
  it.each(Object.entries(promises))('%s', (_name, keep) => keep(running.path));
}

async function brokenPromises(path: WholePath): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const [name, keep] of Object.entries(promises)) await keep(path).catch(() => broken.push(name));
  return broken;
}

function versionIn({ releases }: Versions, service: ServiceName): string {
  const release = releases.get(service);
  return release === undefined ? '' : ` ${release.version}`;
}

/** What the first group of tests starts and all others go on with. */
class RunningInstallation {
  #subscriber: Subscriber | undefined;
  #installation: Installation | undefined;
  #path: WholePath | undefined;

  async start(mixture: Mixture): Promise<void> {
    this.#subscriber = await Subscriber.start();
    this.#installation = await Installation.start(mixture, this.#subscriber.authority);
    this.#path = new WholePath(this.#installation, this.#subscriber);
    await this.#path.begin();
  }

  async stop(): Promise<void> {
    await this.#installation?.stop();
    await this.#subscriber?.stop();
  }

  get installation(): Installation {
    return this.#installation ?? neverStarted();
  }

  get path(): WholePath {
    return this.#path ?? neverStarted();
  }
}

function neverStarted(): never {
  throw new Error('the installation of the previous releases did not start');
}
