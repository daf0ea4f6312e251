import { topicDeclarations } from '@ci/contracts';
import { pruneInbox } from './old-inbox-rows.sql.ts';
import type { PruneTask } from './prune-task.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The inbox must outlive every message that Kafka may still deliver: the longest retention of a topic, and a day for segments that
 * Kafka deletes late.
 */
export const shortestInboxRetentionDays =
  Math.ceil(Math.max(...topicDeclarations.map(({ retentionMs }) => retentionMs)) / DAY_MS) + 1;

/** Forgets messages that arrived long ago. Those that are still parked stay: their outcome is yet to be noted. */
export function inboxPruning(retentionDays: number): PruneTask {
  if (!(retentionDays >= shortestInboxRetentionDays)) {
    throw new RangeError(
      `inbox rows must be kept for at least ${shortestInboxRetentionDays} days (the topics' retention and one more), not ${retentionDays}`,
    );
  }
  return {
    name: 'inbox rows',
    prune: async (dataSource, limit) => {
      const [row] = await dataSource.query<{ deleted: number }[]>(pruneInbox, [retentionDays, limit]);
      return row?.deleted ?? 0;
    },
  };
}
