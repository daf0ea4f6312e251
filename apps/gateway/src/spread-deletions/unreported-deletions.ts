import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@ci/domain';
import type { Logger } from '@ci/observability';
import type { DataSource } from 'typeorm';
import { ChangePoll, STALE_MS } from '../change-poll.ts';
import type { ServiceName } from '../service-names.ts';

/** A deleted call, and a service that has not been notified of it. */
export interface UnreportedDeletion {
  readonly workspaceId: string;
  readonly callId: string;
  readonly service: ServiceName;
}

/** Each poll looks back this far, so that a transaction that commits late is not missed. */
const WINDOW_SECONDS = 60;
/** After a longer gap the window may not reach back to the last poll: all are read. */
const ALL_AFTER_MS = 30_000;
/** Timers may be a little early, and clocks of two machines do not run alike. */
const MARGIN_MS = 50;

/** The short list, shared by all instances, of deletions that a service could not be notified of. While every service answers it is empty. */
export class UnreportedDeletions {
  readonly #known = new Map<string, UnreportedDeletion>();
  readonly #poll: ChangePoll;

  constructor(
    private readonly dataSource: DataSource,
    logger: Logger,
  ) {
    this.#poll = new ChangePoll({
      look: async (gapMs) => {
        const seconds = gapMs > ALL_AFTER_MS ? null : WINDOW_SECONDS;
        for (const one of await this.dataSource.query<UnreportedDeletion[]>(findNew, [seconds])) this.#remember(one);
      },
      onAway: (error) => logger.warn({ err: error }, 'cannot poll for deleted calls: each request asks the database'),
      onBack: () => logger.info('polling for deleted calls again'),
    });
  }

  start(): Promise<void> {
    return this.#poll.start();
  }

  stop(): void {
    this.#poll.stop();
  }

  /** Lists them. Returns when every instance has them, or knows that it may lack some and asks the database each time. */
  async add(deletions: readonly UnreportedDeletion[]): Promise<void> {
    await this.dataSource.query(insert, [
      deletions.map(({ workspaceId }) => workspaceId),
      deletions.map(({ callId }) => callId),
      deletions.map(({ service }) => service),
    ]);
    for (const one of deletions) this.#remember(one);
    await delay(STALE_MS + MARGIN_MS);
  }

  /** The service has been notified. Other instances may notify it once more. */
  async remove(deletion: UnreportedDeletion): Promise<void> {
    const { workspaceId, callId, service } = deletion;
    await this.dataSource.query(
      'DELETE FROM untold_deletions WHERE workspace_id = $1 AND call_id = $2 AND service = $3',
      [workspaceId, callId, service],
    );
    this.#known.delete(nameOf(deletion));
  }

  /** Deletions in a workspace that a service has not been notified of. `unavailable` when they are not known. */
  async of(service: ServiceName, workspaceId: string): Promise<readonly UnreportedDeletion[]> {
    if (!this.#poll.isFresh()) return this.#read(service, workspaceId);
    if (this.#known.size === 0) return [];
    return this.all().filter((one) => one.service === service && one.workspaceId === workspaceId);
  }

  /** Those that this instance has heard of. */
  all(): readonly UnreportedDeletion[] {
    return [...this.#known.values()];
  }

  #remember(deletion: UnreportedDeletion): void {
    this.#known.set(nameOf(deletion), deletion);
  }

  async #read(service: ServiceName, workspaceId: string): Promise<readonly UnreportedDeletion[]> {
    try {
      return await this.dataSource.query<UnreportedDeletion[]>(findOfWorkspace, [service, workspaceId]);
    } catch (cause) {
      throw new DomainError('unavailable', undefined, { headers: { 'retry-after': '1' }, cause });
    }
  }
}

function nameOf({ service, workspaceId, callId }: UnreportedDeletion): string {
  return `${service} ${workspaceId} ${callId}`;
}

const columns = 'workspace_id AS "workspaceId", call_id AS "callId", service';

const findNew = `
  SELECT ${columns} FROM untold_deletions
   WHERE listed_at > coalesce(clock_timestamp() - make_interval(secs => $1), '-infinity')`;

const findOfWorkspace = `SELECT ${columns} FROM untold_deletions WHERE service = $1 AND workspace_id = $2`;

const insert = `
  INSERT INTO untold_deletions (workspace_id, call_id, service) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
  ON CONFLICT (workspace_id, call_id, service) DO UPDATE SET listed_at = clock_timestamp()`;
