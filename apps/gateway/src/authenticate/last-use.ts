import type { Logger } from '@ci/observability';
import type { DataSource } from 'typeorm';

const FLUSH_MS = 5_000;

/** When keys were last used, written for many requests at once. */
export class LastUse {
  #used = new Map<string, Date>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  note(keyId: string, at: Date): void {
    this.#used.set(keyId, at);
  }

  async flush(): Promise<void> {
    if (this.#used.size === 0) return;
    const used = this.#used;
    this.#used = new Map();
    try {
      await this.dataSource.query(
        `UPDATE api_key_secrets s SET last_used_at = greatest(s.last_used_at, used.at)
           FROM unnest($1::text[], $2::timestamptz[]) AS used (key_id, at) WHERE s.key_id = used.key_id`,
        [[...used.keys()], [...used.values()]],
      );
    } catch (error) {
      // Not worth a request, nor memory: what is lost is said again by the key's next use.
      this.logger.debug({ err: error }, 'the last use of keys could not be written');
    }
  }
}
