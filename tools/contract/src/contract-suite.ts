import type { InnerService } from '@ci/testing/system';
import type { Check } from './check.ts';
import { readContracts, type Contracts } from './contracts.ts';
import { describeChecks } from './describe-checks.ts';
import { eventChecks, publishAll, type Published } from './event-checks.ts';
import { httpContractAt, type HttpContract } from './http/http-contract.ts';
import { serviceHttpChecks } from './http/service-http-checks.ts';
import { ServiceUnderTest } from './service-under-test.ts';

/** The contract tests of one service, for Jest: its image, alone with its Postgres and its Kafka. */
export async function contractSuite(service: InnerService): Promise<void> {
  const contracts = readContracts();
  const released = await releasedExpectations(service);
  let running: ServiceUnderTest;
  let given: Promise<Published> | undefined;
  const published = () => (given ??= publishAll(running, contracts));
  const checksBy = (agreed: Contracts): readonly Check[] => [
    ...eventChecks(service, { contracts: agreed, running: () => running, published }),
    ...serviceHttpChecks(agreed, agreed.http[service], () => running),
    ...released.flatMap((contract) => serviceHttpChecks(contracts, contract, () => running)),
  ];
  await describeChecks(service, {
    contracts,
    checksBy,
    start: async () => {
      running = await ServiceUnderTest.start(service);
    },
    stop: () => running.stop(),
  });
}

/** What `--gateway` asks for besides: what a gateway expects that may be running still. */
async function releasedExpectations(service: InnerService): Promise<readonly HttpContract[]> {
  const commit = process.env['GATEWAY_COMMIT'];
  if (commit === undefined) return [];
  const contract = await httpContractAt(commit, service);
  const named = contract.expectations.map((one) => ({ ...one, name: `${one.name}, as ${commit.slice(0, 12)}` }));
  return [{ ...contract, expectations: named }];
}
