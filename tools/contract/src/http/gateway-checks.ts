import type { Caller } from '@ci/security';
import { until } from '@ci/testing';
import { innerServices, type InnerService } from '@ci/testing/system';
import type { Check } from '../check.ts';
import { problemOf } from './api-document.ts';
import { exampleIds, exchanges, operationsOf, type Exchange } from './exchanges.ts';
import type { Answer } from '../service-under-test.ts';
import type { GatewayUnderTest } from './gateway-under-test.ts';
import { filled, type Expectation, type HttpContracts, type NeededAnswer, type SentRequest } from './http-contract.ts';
import { differences } from './shape.ts';
import type { Arrival, StubServices } from './stub-services.ts';

export interface GatewaySide {
  readonly gateway: GatewayUnderTest;
  readonly stubs: StubServices;
}

/** What the gateway asks for on its own. */
export const DESCRIPTION = 'its part of the description';

/** The gateway's side: it sends what the contracts say, and can answer its clients with what they say. */
export function gatewayChecks(contracts: HttpContracts, running: () => GatewaySide): readonly Check[] {
  return [
    ...exchanges().map((exchange) => ({
      name: `${servicesOf(exchange).join(' and ')}: ${exchange.name}`,
      run: () => assertExchange(exchange, contracts, running()),
    })),
    ...innerServices.map((service) => ({
      name: `${service}: ${DESCRIPTION}`,
      run: () => assertDescription(service, contracts, running()),
    })),
    ...innerServices.map((service) => ({
      name: `${service}: no expectation that the gateway does not have`,
      run: async () => {
        await Promise.resolve();
        assertNoOthers(service, contracts);
      },
    })),
  ];
}

const servicesOf = ({ steps }: Exchange): readonly InnerService[] => [...new Set(steps.map(({ service }) => service))];

async function assertExchange(exchange: Exchange, contracts: HttpContracts, side: GatewaySide): Promise<void> {
  const agreed = exchange.steps.map(({ service, name }) => expectationOf(contracts, service, name));
  const answers = agreed.map((expectation) => expectation.answer);
  const { sent, answer } = await play(exchange, answers, side);
  const problems = exchange.steps.flatMap(({ service }, index) => {
    const is = sent[index] && { request: sent[index].request, token: sent[index].caller };
    const should = { request: agreed[index]?.request, token: contracts[service].token };
    return [...differences(is, should, `what ${service} is sent`)];
  });
  const promise = problemOf(exchange.place, answer.status, answer.body === '' ? undefined : JSON.parse(answer.body));
  if (sent.length > agreed.length) problems.push('more was asked than agreed on');
  if (answer.status !== answers.at(-1)?.status) problems.push(`the client is answered ${answer.status}`);
  problems.push(...withheld(answers.at(-1), answer));
  if (promise !== '') problems.push(`to the client: ${promise}`);
  if (problems.length > 0) throw new Error(problems.join('; '));
}

/** Headers for the client that did not reach it; those between services begin with x-. */
function withheld(last: NeededAnswer | undefined, answer: Answer): readonly string[] {
  const names = Object.keys(last?.headers ?? {}).filter((name) => !name.startsWith('x-'));
  return names.filter((name) => !answer.headers.has(name)).map((name) => `the client does not get ${name}`);
}

/** One request of a client, with these answers of the services. What they were sent is in the form of the contracts. */
export async function play(exchange: Exchange, answers: readonly NeededAnswer[], { gateway, stubs }: GatewaySide) {
  stubs.prepare(answers);
  const { path, ...client } = exchange.client;
  const answer = await gateway.ask({ ...client, path: filled(path, exampleIds) });
  const sent = await Promise.all(stubs.arrivals.map((arrival) => inFormOfContract(arrival, gateway)));
  const order = servicesOf(exchange);
  // Services that are asked once each may be asked at the same time: who came first is not agreed on.
  if (order.length === exchange.steps.length) {
    sent.sort((one, other) => order.indexOf(one.service) - order.indexOf(other.service));
  }
  return { answer, sent };
}

interface InContractForm {
  readonly service: InnerService;
  readonly request: SentRequest;
  readonly caller: Caller;
}

/** Of one connection, or counted for each body: nothing to agree on. */
const ofConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

async function inFormOfContract(arrival: Arrival, gateway: GatewayUnderTest): Promise<InContractForm> {
  const { service, method, path, body } = arrival;
  const caller = await gateway.callerIn(arrival.headers['x-internal-token'] ?? '', service);
  const names = Object.entries({ ...exampleIds, workspace: gateway.key.workspace, key: gateway.key.id });
  const named = (text: string) => names.reduce((all, [name, id]) => all.replaceAll(id, `{${name}}`), text);
  return {
    service,
    request: { method, path: named(path), headers: agreedHeaders(arrival), ...bodyOf(arrival.headers, body) },
    caller: JSON.parse(named(JSON.stringify(caller))) as Caller,
  };
}

/** Different in each request. */
const varying = new Map([
  ['x-internal-token', '{token}'],
  ['x-request-id', '{request_id}'],
  ['traceparent', '{traceparent}'],
]);

/** The headers that a contract holds. */
export function agreedHeaders({ headers }: Arrival): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
  const agreed = kept.map(([name, value]) => [name, varying.get(name) ?? value] as const);
  return Object.fromEntries(agreed.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function bodyOf(headers: Readonly<Record<string, string>>, body: string): { readonly body?: unknown } {
  if (body === '') return {};
  return { body: headers['content-type']?.startsWith('application/json') ? (JSON.parse(body) as unknown) : body };
}

function expectationOf(contracts: HttpContracts, service: InnerService, name: string): Expectation {
  const found = contracts[service].expectations.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw new Error(`the contract with ${service} has no “${name}”: npm run contract -- gateway --write records it`);
}

/** What a service says of itself is asked for without a token, and shown with what the others say. */
async function assertDescription(
  service: InnerService,
  contracts: HttpContracts,
  { gateway, stubs }: GatewaySide,
): Promise<void> {
  const { request } = expectationOf(contracts, service, DESCRIPTION);
  const arrival = await until(() => stubs.descriptionRequests.get(service), { describe: `${service} to be asked` });
  const sent = { method: arrival.method, path: arrival.path, headers: agreedHeaders(arrival) };
  const problems = differences(sent, request, `what ${service} is sent`);
  if (problems.length > 0) throw new Error(problems.join('; '));
  const wanted = Object.entries(operationsOf(service)).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path.slice('/v1'.length)}`),
  );
  await until(
    async () => {
      const { body } = await gateway.ask({ method: 'GET', path: '/v1/openapi.json' });
      const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, object>> };
      return wanted.every((operation) => {
        const [method = '', path = ''] = operation.split(' ');
        return paths[path]?.[method] !== undefined;
      });
    },
    { intervalMs: 200, describe: `the gateway to show ${wanted.join(', ')}` },
  );
}

/** The contracts hold nothing that no expectation needs any more. */
function assertNoOthers(service: InnerService, contracts: HttpContracts): void {
  const needed = new Set([DESCRIPTION, ...exchanges().flatMap(({ steps }) => steps.map(({ name }) => name))]);
  const others = contracts[service].expectations.filter(({ name }) => !needed.has(name));
  if (others.length > 0) throw new Error(`no expectation needs ${others.map(({ name }) => name).join(', ')}`);
}
