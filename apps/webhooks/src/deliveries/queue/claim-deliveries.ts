import type { DataSource } from 'typeorm';
import { claimDue } from './due-deliveries.sql.ts';

/** A delivery whose next attempt this instance has to make now, with all it needs. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly workspaceId: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly callId: string | null;
  readonly storedAt: Date;
  /** What the event follows from. */
  readonly traceparent: string | null;
  /** Failed attempts of the present round so far. */
  readonly failures: number;
  readonly url: string;
  /** Encrypted. */
  readonly secret: Buffer;
  readonly body: string;
  /** Proves, when the result is recorded, that no other instance has claimed the delivery meanwhile. */
  readonly lease: string;
}

export interface ClaimOptions {
  readonly now: Date;
  readonly lease: string;
  readonly leasedUntil: Date;
  /** How many deliveries may be taken. */
  readonly capacity: number;
  /** How many of an endpoint that is not in `available`. */
  readonly perEndpoint: number;
  readonly available: ReadonlyMap<string, number>;
  readonly perWorkspace: number;
  /** What workspaces have at hand already: who has least comes first. */
  readonly heldByWorkspace: ReadonlyMap<string, number>;
}

/**
 * Takes due deliveries and marks their attempts as started. The caller sends at once: the commit of this statement IS the start of
 * the attempts, there is no queue behind it.
 *
 * It holds the endpoint's row FOR SHARE while it decides that the endpoint is active. Deleting or disabling an endpoint locks that row FOR
 * UPDATE, so it either commits first, and no attempt is marked, or it waits for this commit, and the attempt started before it. Hence no
 * attempt starts after a DELETE was answered, on any instance. The attempts that start from memory keep the same rule (`storeDeliveries`).
 */
export async function claimDeliveries(dataSource: DataSource, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  const { available, heldByWorkspace } = options;
  return dataSource.query<ClaimedDelivery[]>(claimDue, [
    options.now,
    [...available.keys()],
    [...available.values()],
    options.perEndpoint,
    [...heldByWorkspace.keys()],
    [...heldByWorkspace.values()],
    options.perWorkspace,
    options.capacity,
    options.lease,
    options.leasedUntil,
    new Date(options.now.getTime() + LONGEST_LEASE_MS),
  ]);
}

/** Of which endpoints a claim may have left due deliveries. */
export function leftBehind(
  claimed: readonly ClaimedDelivery[],
  { capacity, available, perEndpoint, perWorkspace, heldByWorkspace }: ClaimOptions,
): (endpoint: { readonly webhookId: string; readonly workspaceId: string }) => boolean {
  const endpoints = countBy(claimed, ({ webhookId }) => webhookId);
  const workspaces = countBy(claimed, ({ workspaceId }) => workspaceId);
  if (claimed.length >= capacity) return () => true;
  return ({ webhookId, workspaceId }) =>
    (workspaces.get(workspaceId) ?? 0) + (heldByWorkspace.get(workspaceId) ?? 0) >= perWorkspace ||
    (endpoints.get(webhookId) ?? 0) >= (available.get(webhookId) ?? perEndpoint);
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** A lease that seems to last longer was given by a clock that was ahead. */
const LONGEST_LEASE_MS = 5 * 60_000;
