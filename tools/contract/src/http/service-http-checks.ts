import type { Caller } from '@ci/security';
import type { Check } from '../check.ts';
import type { Contracts } from '../contracts.ts';
import { newCallId } from '../new-call-id.ts';
import { scripts } from '../scripts/index.ts';
import type { Answer, ServiceUnderTest, Workspace } from '../service-under-test.ts';
import { filled, type Expectation, type HttpContract, type NeededAnswer } from './http-contract.ts';
import { missingFrom } from './shape.ts';

/** What the gateway expects of a service's HTTP: each request as the gateway sends it, to the service alone. */
export function serviceHttpChecks(
  contracts: Contracts,
  contract: HttpContract,
  running: () => ServiceUnderTest,
): readonly Check[] {
  return contract.expectations.map((expectation) => ({
    name: `answers the gateway: ${expectation.name}`,
    run: async () => {
      const workspace = running().newWorkspace();
      const ids = await reach(expectation.given, workspace, contracts);
      const answer = await send(expectation, { workspace, ids, token: contract.token });
      const problems = problemsOf(answer, expectation.answer);
      if (problems.length > 0) throw new Error(`${problems.join('; ')}: ${answer.body.slice(0, 500)}`);
    },
  }));
}

/** Brings the service into a state; what it has no ids for gets unknown ids. */
async function reach(
  given: string,
  workspace: Workspace,
  contracts: Contracts,
): Promise<Readonly<Record<string, string>>> {
  const nobody = newCallId();
  const unknown = { call: nobody, action_item: nobody, contact: nobody, webhook: nobody };
  if (given === 'nothing') return unknown;
  const state = scripts[workspace.service.name].states[given];
  if (state === undefined) throw new Error(`${workspace.service.name} has no state “${given}”`);
  return { ...unknown, ...(await state(workspace, contracts)) };
}

interface Sending {
  readonly workspace: Workspace;
  readonly ids: Readonly<Record<string, string>>;
  readonly token: Caller;
}

function send({ request }: Expectation, { workspace, ids, token }: Sending): Promise<Answer> {
  const { 'x-internal-token': signed, ...others } = request.headers;
  const values = { request_id: 'req_contract', traceparent: `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01` };
  const headers = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, filled(value, values)]));
  const caller = JSON.parse(filled(JSON.stringify(token), { workspace: workspace.id, key: 'key_contract' })) as Caller;
  const body = typeof request.body === 'object' ? JSON.stringify(request.body) : (request.body as string | undefined);
  return workspace.service.ask(signed === undefined ? undefined : caller, {
    method: request.method,
    path: filled(request.path, ids),
    headers,
    body,
  });
}

function problemsOf(actual: Answer, needed: NeededAnswer): readonly string[] {
  if (actual.status !== needed.status) return [`answered ${actual.status}, not ${needed.status}`];
  const headers = Object.entries(needed.headers).flatMap(([name, value]) => {
    const given = actual.headers.get(name);
    const fits = value.startsWith('{') ? given !== null : mediaType(given) === mediaType(value);
    return fits ? [] : [`${name} is ${given ?? 'missing'}, not ${value}`];
  });
  if (needed.body === undefined) return headers;
  const body: unknown = JSON.parse(actual.body);
  const [is, should] = [errorCode(body), errorCode(needed.body)];
  return [
    ...headers,
    ...missingFrom(body, needed.body),
    ...(is === should ? [] : [`the error is ${is}, not ${should}`]),
  ];
}

/** Without its parameters: each side names the charset in its own way. */
const mediaType = (value: string | null): string | undefined => value?.split(';')[0]?.trim();

function errorCode(body: unknown): string {
  return String((body as { readonly error?: { readonly code?: unknown } } | null)?.error?.code);
}
