import type { EndpointRef } from '../limit/concurrency-limiter.ts';

/** The endpoints with more due deliveries than this instance could take: it claims again when attempts on one have ended. */
export class Backlog {
  readonly #endpoints = new Map<string, EndpointRef>();

  add(ref: EndpointRef): void {
    this.#endpoints.set(ref.webhookId, ref);
  }

  has(webhookId: string): boolean {
    return this.#endpoints.has(webhookId);
  }

  some(fits: (ref: EndpointRef) => boolean): boolean {
    return [...this.#endpoints.values()].some(fits);
  }

  /** Its endpoints, for `afterClaim`. */
  beforeClaim(): readonly EndpointRef[] {
    return [...this.#endpoints.values()];
  }

  /** An endpoint that was added while the claim ran stays. */
  afterClaim(
    before: readonly EndpointRef[],
    claimed: readonly EndpointRef[],
    mayHaveMore: (ref: EndpointRef) => boolean,
  ): void {
    for (const ref of before) if (!mayHaveMore(ref)) this.#endpoints.delete(ref.webhookId);
    for (const { webhookId, workspaceId } of claimed) {
      const ref = { webhookId, workspaceId };
      if (mayHaveMore(ref)) this.add(ref);
    }
  }
}
