import { type Logger } from '@ci/platform';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Clock } from '../clock.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const INTERVAL_MS = 10 * 60 * 1000;
const BATCH = 1_000;

/** Forgets deliveries with their attempts and bodies after 30 days. */
export class DeliveryPruner implements OnApplicationBootstrap, OnModuleDestroy {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const prune = (): void => {
      this.prune().catch((error: unknown) => this.logger.warn({ err: error }, 'old deliveries could not be removed'));
    };
    this.#timer = setInterval(prune, INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  /** Short statements: none of them holds up the writers for long. */
  async prune(): Promise<void> {
    const before = new Date(this.clock().getTime() - KEPT_MS);
    await this.#inBatches(
      `DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE created_at < $1 LIMIT $2)`,
      before,
    );
    await this.#inBatches(
      `DELETE FROM webhook_events WHERE id IN (
         SELECT v.id FROM webhook_events v
         WHERE v.created_at < $1 AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event_id = v.id) LIMIT $2)`,
      before,
    );
  }

  async #inBatches(statement: string, before: Date): Promise<void> {
    for (;;) {
      const [, deleted] = await this.dataSource.query<[unknown, number]>(statement, [before, BATCH]);
      if (deleted < BATCH) return;
    }
  }
}
