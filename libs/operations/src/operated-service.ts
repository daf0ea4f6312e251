import type { Projection } from '@ci/event-store';
import type { OnSkipped } from '@ci/messaging';
import type { SecretColumn } from '@ci/security';
import type { DataSource } from 'typeorm';
import type { OutdatedSummaries } from './reanalyze/outdated-call.ts';
import type { Reanalysis } from './reanalyze/reanalyze-calls.ts';
import type { Publisher } from './republish/publisher.ts';

/** A service as its operators' command line sees it. Commands that have nothing to work with here are left out. */
export interface OperatedService extends ServiceOperations {
  /** Its name: that of its schema too, unless DATABASE_SCHEMA says otherwise. */
  readonly service: string;
  /** Whether it has the tables of `@ci/messaging`. The gateway has none. */
  readonly messaging: boolean;
}

/** What operators can do with a service. */
export interface ServiceOperations {
  /** Its read models that can be rebuilt from its events. */
  readonly projections?: readonly Projection[];
  /** Its other tables, and why they can not. */
  readonly notRebuilt?: readonly { readonly table: string; readonly because: string }[];
  /** How its messages are made of its events; absent: it sends none. */
  readonly publisher?: Publisher;
  /** What it does when a parked message is given up. */
  readonly onSkipped?: OnSkipped;
  /** Where it keeps secrets under its ENCRYPTION_KEYS; absent: nowhere. */
  readonly secrets?: readonly SecretColumn[];
  /** Which engine made its summaries; absent: it has none. */
  readonly outdatedSummaries?: OutdatedSummaries;
  /** How its calls are analysed again; absent: it has none. */
  readonly reanalysis?: (dataSource: DataSource) => Reanalysis;
}
