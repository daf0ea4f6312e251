import { topicDeclarations } from '@ci/contracts';
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

const pruneInbox = `
  WITH old AS (
    SELECT consumer, message_id FROM inbox
    WHERE received_at < clock_timestamp() - $1 * interval '1 day'
      AND NOT EXISTS (
        SELECT FROM parked_messages parked
        WHERE parked.consumer = inbox.consumer AND parked.message_id = inbox.message_id
      )
    ORDER BY received_at
    LIMIT $2
    FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM inbox USING old
    WHERE inbox.consumer = old.consumer AND inbox.message_id = old.message_id
    RETURNING 1
  )
  SELECT count(*)::int AS deleted FROM gone`;
