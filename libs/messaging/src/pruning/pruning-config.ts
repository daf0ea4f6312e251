import { wholeNumber } from '@ci/config';
import { shortestInboxRetentionDays } from './inbox-pruning.ts';
import type { PruneTask } from './prune-task.ts';

/** What a service removes by and by. */
export interface PruningOptions {
  readonly inboxRetentionDays: number;
  readonly intervalMs: number;
  /** What is to be removed beside the rows of the inbox. */
  readonly tasks?: readonly PruneTask[];
}

/** The variables of a service that prunes: `z.object({ ...pruningConfig, … })`. */
export const pruningConfig = {
  INBOX_RETENTION_DAYS: wholeNumber(shortestInboxRetentionDays, 3_650)
    .default(14)
    .describe(
      `How long it is remembered which messages were handled; at least ${shortestInboxRetentionDays}: the topics' retention and a day`,
    ),
  PRUNE_INTERVAL_SECONDS: wholeNumber(1, 86_400)
    .default(600)
    .describe('How often rows that are over are removed, by one instance at a time'),
} as const;

/** Those variables, as the options of `MessagingModule`. */
export function pruningOf(config: PruningConfig): Pick<PruningOptions, 'inboxRetentionDays' | 'intervalMs'> {
  return { inboxRetentionDays: config.INBOX_RETENTION_DAYS, intervalMs: config.PRUNE_INTERVAL_SECONDS * 1_000 };
}

interface PruningConfig {
  readonly INBOX_RETENTION_DAYS: number;
  readonly PRUNE_INTERVAL_SECONDS: number;
}
