import type { InnerService } from '@ci/testing/system';
import { readContracts } from './contracts.ts';
import { describeChecks } from './describe-checks.ts';
import { DESCRIPTION, gatewayChecks, type GatewaySide } from './http/gateway-checks.ts';
import { GatewayUnderTest } from './http/gateway-under-test.ts';
import type { HttpContracts, NeededAnswer } from './http/http-contract.ts';
import { StubServices } from './http/stub-services.ts';
import { neededDescription, writeHttpContracts } from './http/write-contracts.ts';

/** Set to `write` to record what the gateway sends now, in place of checking it. */
const writes = process.env['GATEWAY_EXPECTATIONS'] === 'write';

/** The contract tests of the gateway, for Jest: its image with a Postgres, and what the contracts say in the place of the services. */
export async function gatewaySuite(): Promise<void> {
  const contracts = readContracts();
  let side: GatewaySide;
  const start = async () => {
    side = await startGateway(contracts.http);
  };
  const stop = async () => {
    await side.gateway.stop();
    await side.stubs.stop();
  };
  if (writes) {
    beforeAll(start, 600_000);
    afterAll(stop, 120_000);
    it('records what the gateway sends', () => writeHttpContracts(side));
    return;
  }
  await describeChecks('gateway', {
    contracts,
    checksBy: (agreed) => gatewayChecks(agreed.http, () => side),
    start,
    stop,
  });
}

async function startGateway(http: HttpContracts): Promise<GatewaySide> {
  const stubs = await StubServices.start((service) => descriptionOf(service, http));
  try {
    return { stubs, gateway: await GatewayUnderTest.start(stubs) };
  } catch (error) {
    await stubs.stop();
    throw error;
  }
}

function descriptionOf(service: InnerService, http: HttpContracts): NeededAnswer {
  const agreed = http[service].expectations.find(({ name }) => name === DESCRIPTION);
  return writes || agreed === undefined ? neededDescription(service) : agreed.answer;
}
