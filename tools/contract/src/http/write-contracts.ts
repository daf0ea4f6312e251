import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { until } from '@ci/testing';
import { innerServices, type InnerService } from '@ci/testing/system';
import { exchanges, operationsOf } from './exchanges.ts';
import { agreedHeaders, DESCRIPTION, play, type GatewaySide } from './gateway-checks.ts';
import {
  exampleCaller,
  httpContractFile,
  type Expectation,
  type HttpContract,
  type NeededAnswer,
} from './http-contract.ts';

/** What the gateway needs of a service's part of the description. */
export function neededDescription(service: InnerService): NeededAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: { openapi: '3.1.0', paths: operationsOf(service) },
  };
}

/** Records what the gateway sends now, and what it needs back by docs/openapi.json, in libs/contracts. */
export async function writeHttpContracts(side: GatewaySide): Promise<void> {
  const expectations = new Map(innerServices.map((service) => [service, new Map<string, Expectation>()]));
  for (const service of innerServices) {
    const arrival = await until(() => side.stubs.descriptionRequests.get(service), {
      describe: `${service} to be asked`,
    });
    const request = { method: arrival.method, path: arrival.path, headers: agreedHeaders(arrival) };
    const answer = neededDescription(service);
    expectations.get(service)?.set(DESCRIPTION, { name: DESCRIPTION, given: 'nothing', request, answer });
  }
  for (const exchange of exchanges()) {
    const { sent } = await play(
      exchange,
      exchange.steps.map(({ answer }) => answer),
      side,
    );
    for (const [index, { service, name, given, answer }] of exchange.steps.entries()) {
      const arrived = sent[index];
      if (arrived?.service !== service) throw new Error(`${exchange.name}: ${service} was not asked`);
      const before = expectations.get(service)?.get(name)?.request;
      if (before !== undefined && !isDeepStrictEqual(before, arrived.request)) {
        throw new Error(`${exchange.name}: ${service} is sent another “${name}” than before`);
      }
      expectations.get(service)?.set(name, { name, given, request: arrived.request, answer });
    }
  }
  for (const [provider, all] of expectations) await write(provider, [...all.values()]);
}

async function write(provider: InnerService, expectations: readonly Expectation[]): Promise<void> {
  const contract: HttpContract = { consumer: 'gateway', provider, token: exampleCaller, expectations };
  const file = httpContractFile(provider);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(contract));
  execFileSync('oxfmt', [file], { stdio: 'inherit' });
}
