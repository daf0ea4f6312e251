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
  /** As JSON: parsed they would hold megabytes for a document that is put together once. */
  readonly #fragments = new Map<ServiceName, string>();
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
    const changed = await Promise.all(serviceNames.map((service) => this.#fetch(service)));
    if (changed.includes(true)) this.#build();
    if (this.#stopped) return;
    const complete = this.#fragments.size === serviceNames.length;
    this.#timer = setTimeout(() => void this.#refresh(), complete ? REFRESH_MS : RETRY_MS).unref();
  }

  #build(): void {
    const ordered = serviceNames.flatMap((service) => this.#fragments.get(service) ?? []);
    const { document, clashes } = apiDocument(ordered.map((text) => JSON.parse(text) as ApiFragment));
    this.#text = JSON.stringify(document);
    this.#report(clashes);
  }

  /** Whether it says something else than before. */
  async #fetch(service: ServiceName): Promise<boolean> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const request = { method: 'GET', path: OPENAPI_FRAGMENT_PATH, headers: {}, body: null, signal };
    try {
      const { status, body } = await this.upstream.read(service, request);
      const text = body.toString('utf8');
      if (status !== 200 || text === this.#fragments.get(service)) return false;
      JSON.parse(text);
      this.#fragments.set(service, text);
      return true;
    } catch (error) {
      this.logger.debug({ err: error, from: service }, 'the description of a service could not be read');
      return false;
    }
  }

  /** Once for each new set. During an upgrade services may be of different versions. */
  #report(clashes: readonly string[]): void {
    const names = clashes.join(', ');
    if (names !== '' && names !== this.#clashes)
      this.logger.warn({ schemas: clashes }, 'services disagree on schemas of the API');
    this.#clashes = names;
  }
}
