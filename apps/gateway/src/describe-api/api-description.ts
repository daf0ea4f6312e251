import { OPENAPI_FRAGMENT_PATH } from '@ci/http';
import type { Logger } from '@ci/observability';
import type { Upstream } from '../upstream/upstream.ts';
import { serviceNames, type ServiceName } from '../service-names.ts';
import { apiDocument, type ApiFragment } from './api-document.ts';

const RETRY_MS = 5_000;
const REFRESH_MS = 60_000;
const TIMEOUT_MS = 5_000;

/** The OpenAPI document, put together of what the services say. The last thing a service said counts while it is away. */
export class ApiDescription {
  readonly #fragments = new Map<ServiceName, ApiFragment>();
  #text = JSON.stringify(apiDocument([]).document);
  #clashes = '';
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly upstream: Upstream,
    private readonly logger: Logger,
  ) {}

  start(): void {
    void this.#refresh();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** The document as JSON. */
  get text(): string {
    return this.#text;
  }

  async #refresh(): Promise<void> {
    await Promise.all(serviceNames.map((service) => this.#fetch(service)));
    const ordered = serviceNames.flatMap((service) => this.#fragments.get(service) ?? []);
    const { document, clashes } = apiDocument(ordered);
    this.#text = JSON.stringify(document);
    this.#report(clashes);
    if (this.#stopped) return;
    const complete = this.#fragments.size === serviceNames.length;
    this.#timer = setTimeout(() => void this.#refresh(), complete ? REFRESH_MS : RETRY_MS).unref();
  }

  async #fetch(service: ServiceName): Promise<void> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const request = { method: 'GET', path: OPENAPI_FRAGMENT_PATH, headers: {}, body: null, signal };
    try {
      const { status, body } = await this.upstream.read(service, request);
      if (status === 200) this.#fragments.set(service, JSON.parse(body.toString('utf8')) as ApiFragment);
    } catch (error) {
      this.logger.debug({ err: error, from: service }, 'the description of a service could not be read');
    }
  }

  /** Once for each new set: the document is rebuilt each minute. During an upgrade services may be of different versions. */
  #report(clashes: readonly string[]): void {
    const names = clashes.join(', ');
    if (names !== '' && names !== this.#clashes)
      this.logger.warn({ schemas: clashes }, 'services disagree on schemas of the API');
    this.#clashes = names;
  }
}
