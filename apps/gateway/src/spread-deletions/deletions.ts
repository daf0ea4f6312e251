import { DomainError, notFound } from '@ci/domain';
import { REQUEST_ID_HEADER } from '@ci/http';
import type { Logger } from '@ci/observability';
import { INTERNAL_TOKEN_HEADER } from '@ci/security';
import type { Identity } from '../authenticate/identity.ts';
import type { InternalTokens } from '../upstream/internal-tokens.ts';
import type { Upstream, UpstreamRequest } from '../upstream/upstream.ts';
import type { ServiceName } from '../service-names.ts';
import type { UnreportedDeletion, UnreportedDeletions } from './unreported-deletions.ts';

/** The services that show what was made of a call. */
const affected: readonly ServiceName[] = ['summarization', 'contacts'];

const REPORT_MS = 3_000;
const REPORT_AGAIN_MS = 1_000;
/** So many are sent at once. */
const TOGETHER = 8;

/** For whom something is asked, and what the services may know of that request. */
export interface Asking {
  readonly identity: Identity;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Has a deletion hold everywhere before its client hears of it. The services erase the call at once instead of when Kafka brings the news;
 * a service that cannot be notified is not asked anything about the call, nor about what it may show of it, before it has been. No answer is
 * given before one or the other is sure: a crash on the way leaves a client without an answer, who may delete the call again.
 */
export class Deletions {
  #timer: NodeJS.Timeout | undefined;
  #reporting = false;

  constructor(
    private readonly upstream: Upstream,
    private readonly tokens: InternalTokens,
    private readonly unreported: UnreportedDeletions,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    await this.unreported.start();
    this.#timer = setInterval(() => void this.#reportAgain(), REPORT_AGAIN_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.unreported.stop();
  }

  /** Ingestion has deleted the call. Rejects when it is not certain that no client can still read it. */
  async spread(callId: string, asking: Asking): Promise<void> {
    const deletions = affected.map((service) => ({ service, callId, workspaceId: asking.identity.workspace.id }));
    const reported = await Promise.all(deletions.map((one) => this.#report(one, asking)));
    const unreported = deletions.filter((_one, index) => reported[index] !== true);
    if (unreported.length === 0) return;
    const services = unreported.map(({ service }) => service);
    this.logger.warn(
      { to: services, call: callId },
      'a service could not be notified of a deletion: the call stays hidden until it is',
    );
    await this.unreported.add(unreported).catch((cause: unknown) => {
      throw new DomainError('unavailable', undefined, { headers: { 'retry-after': '1' }, cause });
    });
  }

  /** Before a service is asked: `not_found` for a call of which it does not know that it is deleted; of others it is notified first. */
  async assertReported(service: ServiceName, callId: string | undefined, asking: Asking): Promise<void> {
    if (!affected.includes(service)) return;
    const unreported = await this.unreported.of(service, asking.identity.workspace.id);
    if (unreported.length === 0) return;
    if (callId !== undefined) {
      if (unreported.some((one) => one.callId === callId)) throw notFound();
      return;
    }
    if (!(await this.#reportAll(unreported, asking))) {
      throw new DomainError('unavailable', undefined, { headers: { 'retry-after': '1' } });
    }
  }

  /** What is listed, without a client's request; of each service until its first failure. */
  async #reportAgain(): Promise<void> {
    const listed = this.unreported.all();
    if (this.#reporting || listed.length === 0) return;
    this.#reporting = true;
    try {
      for (const ofService of Map.groupBy(listed, ({ service, workspaceId }) => `${service} ${workspaceId}`).values()) {
        const id = ofService[0]?.workspaceId ?? '';
        const workspace = { id, timezone: 'UTC', domains: [] };
        const identity: Identity = { id: 'gateway', scope: 'read-write', workspace };
        await this.#reportAll(ofService, { identity, headers: {}, signal: new AbortController().signal });
      }
    } finally {
      this.#reporting = false;
    }
  }

  /** True when the services have been notified of all. */
  async #reportAll(deletions: readonly UnreportedDeletion[], asking: Asking): Promise<boolean> {
    for (let first = 0; first < deletions.length; first += TOGETHER) {
      const some = deletions.slice(first, first + TOGETHER);
      const reported = await Promise.all(
        some.map(async (one) => {
          const isReported = await this.#report(one, asking);
          // A row that stays is sent once more.
          if (isReported) await this.unreported.remove(one).catch(() => undefined);
          return isReported;
        }),
      );
      if (reported.includes(false)) return false;
    }
    return true;
  }

  /** Of a release before this one, which has no such path, it can only be expected that it hears of it by Kafka. */
  async #report({ service, callId }: UnreportedDeletion, { identity, headers, signal }: Asking): Promise<boolean> {
    try {
      const token = await this.tokens.tokenFor(identity, service);
      const request: UpstreamRequest = {
        method: 'DELETE',
        path: `/internal/calls/${encodeURIComponent(callId)}`,
        headers: { ...headers, [INTERNAL_TOKEN_HEADER]: token },
        body: null,
        signal: AbortSignal.any([signal, AbortSignal.timeout(REPORT_MS)]),
      };
      const { status } = await this.upstream.read(service, request);
      return status === 204 || status === 404;
    } catch {
      // The waiting client gets its response from `spread` or `assertReported`.
      return false;
    }
  }
}

/** What a request that is made for another one carries of it. */
export function askingHeaders({ [REQUEST_ID_HEADER]: id, traceparent }: Readonly<Record<string, string>>) {
  return {
    ...(id === undefined ? {} : { [REQUEST_ID_HEADER]: id }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}
