import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';

// ajv-formats is CommonJS whose types declare `export default`; what is imported is the module itself.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

interface Answer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly requestBody?: Answer; readonly responses: Readonly<Record<string, Answer>> }>>
    >
  >;
  readonly components: {
    readonly responses: Readonly<Record<string, Answer>>;
    readonly schemas: Readonly<Record<string, unknown>>;
  };
}

const file = new URL('../../../docs/openapi.json', import.meta.url);
const document = JSON.parse(await readFile(file, 'utf8')) as Document;
const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true })).addSchema(document, 'api');
const paths = Object.keys(document.paths)
  .map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}/?$`),
  }))
  // Of two that fit, the one with fewer parameters counts.
  .sort((one, other) => one.path.split('{').length - other.path.split('{').length);

/** A fetch that rejects when docs/openapi.json does not know of such an answer: its status, its type, its body, its other headers. */
export async function documentedFetch(request: Request): Promise<Response> {
  const response = await fetch(request);
  const path = new URL(request.url).pathname.replace(/^\/v1/, '');
  if (path !== '/openapi.json') assertDocumented(request.method, path, response, await response.clone().text());
  return response;
}

/** Schemas that have a name, and those of the bodies that are sent, with where they are. */
export function documentedSchemas(): (readonly [place: string, schema: unknown])[] {
  const bodies = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) =>
      Object.entries(requestBody?.content ?? {}).map(
        ([type, content]) => [`${method} ${path} as ${type}`, (content as { schema: unknown }).schema] as const,
      ),
    ),
  );
  return [...Object.entries(document.components.schemas), ...bodies];
}

function assertDocumented(method: string, path: string, { status, headers }: Response, body: string): void {
  const asked = `${method} ${path} answered ${status}`;
  const template = paths.find(({ pattern }) => pattern.test(path))?.path ?? '';
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const responses = document.paths[template]?.[verb]?.responses ?? strangersAnswers;
  const answer = responses[String(status)];
  if (answer === undefined) throw new Error(`${asked}, which docs/openapi.json does not say`);
  assertHeaders(asked, status, answer, headers);
  const { $ref: named, content } = answer;
  if (method === 'HEAD' || (named === undefined && content === undefined)) {
    if (body !== '') throw new Error(`${asked} with a body, of which docs/openapi.json says nothing`);
    return;
  }
  const type = headers.get('content-type')?.split(';', 1)[0] ?? 'nothing';
  const address = named?.slice(1) ?? pointer('paths', template, verb, 'responses', String(status));
  const check = ajv.getSchema(`api#${address}${pointer('content', type, 'schema')}`);
  if (check === undefined) throw new Error(`${asked} with ${type}, which docs/openapi.json does not say`);
  if (check(JSON.parse(body)) !== true)
    throw new Error(`${asked}, but ${ajv.errorsText(check.errors, { dataVar: 'the body' })}: ${body.slice(0, 500)}`);
}

/** Whether what a client may go by is described, and what was made says where it is. */
function assertHeaders(asked: string, status: number, answer: Answer, given: Headers): void {
  const name = answer.$ref?.split('/').at(-1);
  const { headers = {} } = name === undefined ? answer : (document.components.responses[name] ?? {});
  for (const header of ['Location', 'Link', 'Retry-After', 'RateLimit', 'RateLimit-Policy']) {
    if (given.get(header) === null || header in headers) continue;
    // On every answer, but described only where a reader looks for it.
    if (header.startsWith('RateLimit') && status >= 400 && status !== 429) continue;
    throw new Error(`${asked} with ${header}, which docs/openapi.json does not say`);
  }
  if (status === 201 && given.get('Location') === null) throw new Error(`${asked} without Location`);
}

/** What may be answered to a request that is for no operation of the document. */
const strangersAnswers: Readonly<Record<string, Answer>> = Object.fromEntries(
  ['401', '403', '404', '405', '429', '500', '503'].map((status) => [
    status,
    { $ref: '#/components/responses/InternalError' },
  ]),
);

function pointer(...steps: readonly string[]): string {
  return steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
}
