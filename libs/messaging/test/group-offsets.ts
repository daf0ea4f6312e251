import kafkajs, { type Admin } from 'kafkajs';
import type { MessagingFixture } from './messaging-fixture.ts';

const groupOf = ({ kafka }: MessagingFixture): string => `${kafka.topicPrefix}tested`;

/** Where the group would go on, on partition 0. */
export async function committedOffset(fixture: MessagingFixture): Promise<string | undefined> {
  return withAdmin(fixture, async (admin) => {
    const [topic] = await admin.fetchOffsets({ groupId: groupOf(fixture), topics: [fixture.wireTopic] });
    return topic?.partitions.find(({ partition }) => partition === 0)?.offset;
  });
}

/**
 * Sets it, as a member; no other member may be in the group. The member must not fetch: met by an offset out of range it would reset it.
 * `run` may end before the group is joined (a coordinator that is not there yet), and a commit before that is refused.
 * (`admin.setOffsets` does the same, in five seconds.)
 */
export async function setOffset(fixture: MessagingFixture, offset: string): Promise<void> {
  const client = new kafkajs.Kafka({ brokers: [...fixture.kafka.brokers], logLevel: kafkajs.logLevel.NOTHING });
  const member = client.consumer({ groupId: groupOf(fixture), maxWaitTimeInMs: 50 });
  const joined = new Promise<void>((resolve) => {
    member.on(member.events.GROUP_JOIN, () => {
      member.pause([{ topic: fixture.wireTopic }]);
      resolve();
    });
  });
  await member.connect();
  await member.subscribe({ topics: [fixture.wireTopic], fromBeginning: true });
  await member.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => undefined });
  await joined;
  await member.commitOffsets([{ topic: fixture.wireTopic, partition: 0, offset }]);
  await member.disconnect();
}

export async function countMembers(fixture: MessagingFixture): Promise<number> {
  return withAdmin(fixture, async (admin) => {
    const { groups } = await admin.describeGroups([groupOf(fixture)]);
    return groups.reduce((sum, { members }) => sum + members.length, 0);
  });
}

/** Drops the records before an offset, as retention does. */
export async function deleteRecordsBefore(fixture: MessagingFixture, offset: string): Promise<void> {
  const partitions = [{ partition: 0, offset }];
  await withAdmin(fixture, async (admin) => {
    await admin.fetchTopicOffsets(fixture.wireTopic); // loads the metadata that the next call needs
    await admin.deleteTopicRecords({ topic: fixture.wireTopic, partitions });
  });
}

async function withAdmin<T>({ kafka }: MessagingFixture, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = new kafkajs.Kafka({ brokers: [...kafka.brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}
