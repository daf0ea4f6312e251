import type { ServiceName } from '@ci/testing/system';
import { failuresOf, type Check } from './check.ts';
import type { Contracts } from './contracts.ts';
import { whyNot } from './images.ts';
import { plants } from './plants.ts';

export interface ServiceChecks {
  readonly contracts: Contracts;
  /** What a service is held to by contracts such as these. */
  readonly checksBy: (contracts: Contracts) => readonly Check[];
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The checks of a service as tests of Jest, where its image can be run; and what they say to contracts with a mistake. */
export async function describeChecks(service: ServiceName, options: ServiceChecks): Promise<void> {
  const { contracts, checksBy, start, stop } = options;
  const reason = await whyNot(service);
  if (reason !== undefined) {
    describe(`the image of ${service}`, () => {
      it.skip(`skipped: ${reason}`, () => undefined);
    });
    return;
  }
  beforeAll(start, 600_000);
  afterAll(stop, 120_000);

  describe(`the image of ${service}`, () => {
    it.each(checksBy(contracts).map((check) => [check.name, check] as const))('%s', (_name, { run }) => run());
  });

  describe(`a wrong field in a contract, to ${service}`, () => {
    const expected = plants.map((one) => [one.name, one.foundBy[service] ?? 'nobody here', one] as const);
    it.each(expected)('%s: is found by %s', async (_name, _test, { plant, foundBy }) => {
      const failed = Object.keys(await failuresOf(checksBy(plant(contracts))));
      const test = foundBy[service];
      if (test === undefined) expect(failed).toEqual([]);
      else expect(failed).toContain(test);
    });
  });
}
