import { innerServices, type InnerService } from '@ci/testing/system';
import { apiDocument, exampleIn, requiredPart, type Operation } from './api-document.ts';
import type { NeededAnswer } from './http-contract.ts';

/** A request of a client, and what the gateway asks of whom until it can be answered. */
export interface Exchange {
  readonly name: string;
  /** Where docs/openapi.json describes the answer. */
  readonly place: { readonly path: string; readonly method: string };
  readonly client: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly steps: readonly Step[];
}

export interface Step {
  readonly service: InnerService;
  /** The name of the expectation. */
  readonly name: string;
  readonly given: string;
  readonly answer: NeededAnswer;
}

interface Place {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly service: InnerService;
}

const json = 'application/json';
const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

/** Every operation that the gateway proxies, once as it should be, and what else it needs of the services. */
export function exchanges(): readonly Exchange[] {
  const operations = places();
  return [...operations.map(asDescribed), ...operations.flatMap(unheard), ...operations.flatMap(ofNothing)];
}

/** The operations of a service, as its part of the description has them. */
export function operationsOf(service: InnerService): Readonly<Record<string, Readonly<Record<string, object>>>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const place of places()) if (place.service === service) (paths[`/v1${place.path}`] ??= {})[place.method] = {};
  return paths;
}

function places(): readonly Place[] {
  return Object.entries(apiDocument.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => ({ path, method, operation, service: ownerOf(path) })),
  );
}

/** Whose an operation is, as the gateway's README has it: what is made of a call is summarization's. */
function ownerOf(path: string): InnerService {
  if (/\/(?:summary|coaching|action-items)\b/.test(path)) return 'summarization';
  if (/^\/(?:webhooks|deliveries)\b/.test(path)) return 'webhooks';
  const [first] = path.slice(1).split('/');
  return innerServices.find((service) => service === first) ?? 'ingestion';
}

function asDescribed(place: Place): Exchange {
  const { operation, service, method } = place;
  const status = ['201', '202', '200', '204'].find((one) => one in operation.responses) ?? '200';
  const content = operation.responses[status]?.content?.[json];
  const body = content && requiredPart(content.schema, exampleIn(content));
  const made = 'Location' in (operation.responses[status]?.headers ?? {}) ? { location: '{location}' } : {};
  // What a repeated question is compared with: If-None-Match is part of every GET.
  const etag = method === 'get' ? { etag: '{etag}' } : {};
  const headers = { ...(content && jsonHeaders), ...made, ...etag };
  const answer = { status: Number(status), headers, ...(content && { body }) };
  return exchange(place, operation.operationId, [
    { service, name: operation.operationId, given: givenFor(place), answer },
    ...(operation.operationId === 'deleteCall' ? notifiedOfDeletion : []),
  ]);
}

/** Who shows something of a call hears of its deletion before the client does. */
const notifiedOfDeletion: readonly Step[] = (['summarization', 'contacts'] as const).map((service) => ({
  service,
  name: 'a call was deleted',
  given: 'nothing',
  answer: { status: 204, headers: {} },
}));

function givenFor({ path, service }: Place): string {
  if (path.includes('delivery_id') || path.startsWith('/deliveries')) return 'a delivery';
  if (path.includes('recovery_id') || path.endsWith('/recoveries')) return 'a running recovery';
  if (path.endsWith('/deliveries')) return 'a delivery';
  return {
    ingestion: 'an analysed call',
    summarization: 'an analysed call',
    contacts: 'a contact',
    webhooks: 'an endpoint',
  }[service];
}

/** A call answered with 201 is known at once: who has not heard of it says so, and ingestion is asked. */
function unheard(place: Place): readonly Exchange[] {
  const { operation, service, method, path } = place;
  if (service !== 'summarization' || method !== 'get' || !path.startsWith('/calls/{id}/')) return [];
  const name = operation.operationId;
  const first: Step = {
    service,
    name: `${name}: a call not heard of`,
    given: 'nothing',
    answer: { ...errorAnswer('not_found', operation), headers: { ...jsonHeaders, 'x-call-unknown': '1' } },
  };
  const exists: Step = {
    service: 'ingestion',
    name: 'a call exists',
    given: 'an analysed call',
    answer: { status: 204, headers: {} },
  };
  const absent: Step = {
    ...exists,
    name: 'a call does not exist',
    given: 'nothing',
    answer: errorAnswer('not_found', operation),
  };
  const known: Step = {
    service,
    name: `${name}: a call known elsewhere`,
    given: 'nothing',
    answer: pendingAnswer(operation),
  };
  return [
    exchange(place, `${name} of a call that only ingestion has heard of`, [first, exists, known]),
    exchange(place, `${name} of a call that nobody has heard of`, [first, absent]),
  ];
}

function pendingAnswer(operation: Operation): NeededAnswer {
  if (operation.operationId !== 'listCallActionItems') return errorAnswer('summary_not_ready', operation);
  return { status: 200, headers: jsonHeaders, body: { data: [], analysis_status: 'pending' } };
}

const askedForNothing = new Set(['getCall', 'updateActionItem', 'getContact', 'getWebhook']);

function ofNothing(place: Place): readonly Exchange[] {
  const { operation, service } = place;
  if (!askedForNothing.has(operation.operationId)) return [];
  const name = `${operation.operationId}: nothing there`;
  return [exchange(place, name, [{ service, name, given: 'nothing', answer: errorAnswer('not_found', operation) }])];
}

function errorAnswer(code: string, { responses }: Operation): NeededAnswer {
  const content = responses['404']?.content?.[json];
  const example = content?.examples?.[code]?.value;
  return { status: 404, headers: jsonHeaders, body: requiredPart(content?.schema ?? {}, example) };
}

function exchange(place: Place, name: string, steps: readonly Step[]): Exchange {
  const { path, method, operation } = place;
  const names = (operation.parameters ?? []).map((parameter) => parameter.name);
  // Only where one service is asked: what is forwarded to a second one does not depend on which is asked first.
  const waits = new Set(steps.map(({ service }) => service)).size === 1;
  const passed = names.filter((header) => waits || header !== 'Prefer');
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const example = exampleIn(content);
  const body = type === json ? JSON.stringify(example) : (example as string | undefined);
  const query =
    names.includes('rep_id') && names.includes('started_at') ? importQuery : names.includes('limit') ? '?limit=1' : '';
  return {
    name,
    place: { path, method },
    client: {
      method: method.toUpperCase(),
      path: `/v1${withPlaceholders(path)}${query}`,
      headers: { ...always, ...documentedHeaders(passed), ...(type && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    },
    steps,
  };
}

const always = { accept: json, 'accept-language': 'en', 'user-agent': 'contract' };

/** The header parameters of an operation, with values that ask for nothing special. */
function documentedHeaders(names: readonly string[]): Readonly<Record<string, string>> {
  const values = { 'Idempotency-Key': 'of this request alone', 'If-None-Match': '"another answer"', Prefer: 'wait=1' };
  const given = Object.entries(values).filter(([name]) => names.includes(name));
  return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value]));
}

const importQuery = '?rep_id=user_dana&started_at=2026-11-20T15%3A00%3A00Z';

/** `/calls/{id}` → `/calls/{call}`: an id is called after what it is of. */
function withPlaceholders(path: string): string {
  return path.replaceAll(/([\w-]+)\/\{\w+\}/g, (_found, kind: string) => `${kind}/{${kinds[kind] ?? kind}}`);
}

const kinds: Readonly<Record<string, string>> = {
  calls: 'call',
  'action-items': 'action_item',
  contacts: 'contact',
  webhooks: 'webhook',
  deliveries: 'delivery',
  recoveries: 'recovery',
};

/** What stands for them while the gateway is asked. */
export const exampleIds: Readonly<Record<string, string>> = {
  call: 'call_06f0q2k8t9v3x5z7b1d4g6j8m0',
  action_item: 'act_06f0q2k9a1c3e5g7j9m1p3r5t7',
  contact: 'con_06f0q2k7q9s1v3x5z7b9d1g3j5',
  webhook: 'whk_06f0q0t5v7x9z1b3d5g7j9m1p3',
  delivery: 'dlv_06f0q2kd5g7j9m1p3r5t7v9x1z',
  recovery: 'rec_06f0q2m7h9k1n3q5s7v9x1z3b5',
};
