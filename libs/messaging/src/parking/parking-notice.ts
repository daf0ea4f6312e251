import { dlqTopicOf, type MessageParked } from '@ci/contracts';
import type { EntityManager } from 'typeorm';
import { enqueue } from '../outbox/enqueue.ts';

/** What is reported of a parked message, beside the service and the time. */
export type NoticeOf = Omit<MessageParked, 'service' | 'parked_at'>;

/**
 * Puts a notice into the outbox of the service, with the parking itself. Its key is the message's id: under the key of the message it
 * could wait behind the row that it reports. A service whose name is not declared (a test, a tool) has no topic for it.
 */
export async function noticeParked(tx: EntityManager, service: string, parked: NoticeOf): Promise<void> {
  const topic = dlqTopicOf(service);
  // A notice that the broker refuses is not reported by another one.
  if (topic === undefined || parked.topic.endsWith('.dlq')) return;
  const parkedAt = new Date().toISOString();
  const data = { service, ...parked, parked_at: parkedAt };
  const workspaceId = parked.workspace_id ?? UNKNOWN_WORKSPACE;
  await enqueue(tx, `/${service}`, [{ topic, key: parked.message_id, workspaceId, subject: parked.message_id, data }]);
}

/** A message without a usable envelope belongs to no known workspace. */
const UNKNOWN_WORKSPACE = 'unknown';
