import { topicNames, type TopicName } from '@ci/contracts';
import { readTopics, type TopicRecord } from '@ci/testing/system';
import type { SentMessage } from '../ledger/facts.ts';

/** Every record that is on the topics about these workspaces. */
export async function topicFacts(brokers: string, workspaces: readonly string[]): Promise<SentMessage[]> {
  const messages: SentMessage[] = [];
  await readTopics(brokers, topicNames, (record) => {
    if (workspaces.includes(record.headers['ce_workspaceid'] ?? '')) messages.push(sentMessage(record));
  });
  return messages;
}

function sentMessage({ topic, partition, offset, key, headers, value }: TopicRecord): SentMessage {
  return {
    topic: topic as TopicName,
    partition,
    offset,
    key,
    id: headers['ce_id'] ?? '',
    time: Date.parse(headers['ce_time'] ?? ''),
    revision: (JSON.parse(value.toString('utf8')) as { revision?: number }).revision ?? null,
  };
}
