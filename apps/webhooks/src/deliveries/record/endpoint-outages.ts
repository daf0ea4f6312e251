import type { Logger } from '@ci/observability';
import type { AttemptResult } from './attempt-result.ts';

interface Endpoint {
  failing: boolean;
  failures: number;
  /** When its last line was written that it fails. */
  saidAt: number;
  /** That line was about the failures of now. */
  said: boolean;
}

/** An endpoint that alternates between failure and success is logged no more often. */
const QUIET_MS = 60_000;
const MOST_KEPT = 10_000;

/** One line when deliveries to an endpoint begin to fail and one when they arrive again, however many attempts fail in between. */
export class EndpointOutages {
  readonly #endpoints = new Map<string, Endpoint>();

  constructor(
    private readonly logger: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** How an attempt ended. */
  note(
    { webhookId, workspaceId }: { readonly webhookId: string; readonly workspaceId: string },
    result: AttemptResult,
  ) {
    const endpoint = this.#endpoints.get(webhookId);
    const ids = { webhook_id: webhookId, workspace_id: workspaceId };
    if (result.error !== null) {
      const failing = endpoint ?? this.#unheardOf(webhookId);
      if (this.#begins(failing)) this.logger.info({ ...ids, problem: result.error }, 'deliveries to an endpoint fail');
    } else if (endpoint?.failing === true) {
      endpoint.failing = false;
      if (endpoint.said)
        this.logger.info({ ...ids, failures: endpoint.failures }, 'deliveries to an endpoint arrive again');
    }
  }

  #begins(endpoint: Endpoint): boolean {
    if (endpoint.failing) {
      endpoint.failures += 1;
      return false;
    }
    const say = this.now() - endpoint.saidAt >= QUIET_MS;
    Object.assign(endpoint, { failing: true, failures: 1, said: say, saidAt: say ? this.now() : endpoint.saidAt });
    return say;
  }

  #unheardOf(webhookId: string): Endpoint {
    if (this.#endpoints.size >= MOST_KEPT) this.#endpoints.clear();
    const endpoint = { failing: false, failures: 0, saidAt: -Infinity, said: false };
    this.#endpoints.set(webhookId, endpoint);
    return endpoint;
  }
}
