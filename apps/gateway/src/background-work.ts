import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { KnownKeys } from './authenticate/known-keys.ts';
import { LastUse } from './authenticate/last-use.ts';
import { ApiDescription } from './describe-api/api-description.ts';
import { SharedBudgets } from './limit-rates/shared-budgets.ts';
import { Deletions } from './spread-deletions/deletions.ts';
import { Upstream } from './upstream/upstream.ts';

/** Starts and stops what the gateway does beside answering requests. */
@Injectable()
export class BackgroundWork implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    @Inject(KnownKeys) private readonly keys: KnownKeys,
    @Inject(LastUse) private readonly lastUse: LastUse,
    @Inject(SharedBudgets) private readonly budgets: SharedBudgets,
    @Inject(ApiDescription) private readonly description: ApiDescription,
    @Inject(Deletions) private readonly deletions: Deletions,
    @Inject(Upstream) private readonly upstream: Upstream,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await Promise.all([this.keys.start(), this.deletions.start()]);
    this.lastUse.start();
    this.budgets.start();
    this.description.start();
  }

  /** While the database is still connected. Requests that are being answered read keys again. */
  async beforeApplicationShutdown(): Promise<void> {
    this.description.stop();
    this.keys.stop();
    this.deletions.stop();
    await this.lastUse.stop();
    await this.budgets.stop();
  }

  /** After the end of HTTP: until then responses are forwarded. */
  async onApplicationShutdown(): Promise<void> {
    await this.upstream.close();
  }
}
