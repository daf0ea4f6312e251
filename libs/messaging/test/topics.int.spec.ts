import { declareTopics, enqueue } from '../src/index.ts';
import { messagingFixture, outgoing, topic, type MessagingFixture } from './messaging-fixture.ts';

describe('declareTopics and enqueue', () => {
  let fixture: MessagingFixture;
  beforeAll(async () => void (fixture = await messagingFixture({ partitions: 2 })));
  afterAll(() => fixture.close());

  const declared = { partitions: 2, retentionMs: 600_000, maxMessageBytes: 16 * 1024 * 1024 };

  it('creates what is missing, leaves what exists and is content when nothing differs', async () => {
    const declarations = [
      { ...declared, name: topic },
      { ...declared, name: 'call.ended' },
    ];
    const prefix = fixture.kafka.topicPrefix ?? '';
    expect(await declareTopics(fixture.kafka, { declarations })).toEqual({
      created: [`${prefix}call.ended`],
      existing: [`${prefix}${topic}`],
      differences: [],
      missing: [],
      commands: [],
    });
  });

  it('reports differences and changes nothing', async () => {
    const other = [{ name: topic, partitions: 12, retentionMs: 1_000, maxMessageBytes: declared.maxMessageBytes }];
    const { differences } = await declareTopics(fixture.kafka, { declarations: other });
    expect(differences).toEqual([
      `${fixture.wireTopic}: partitions is 2, declared 12`,
      `${fixture.wireTopic}: retention.ms is 600000, declared 1000`,
    ]);
    expect(await declareTopics(fixture.kafka, { declarations: [{ ...declared, name: topic }] })).toMatchObject({
      differences: [],
    });
  });

  it('stores messages with their transaction or not at all, in their order', async () => {
    const { dataSource } = fixture;
    const messages = Array.from({ length: 50 }, (_, i) => outgoing('a', String(i)));
    const failing = dataSource.transaction(async (tx) => {
      await enqueue(tx, 'test', messages);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await fixture.count('outbox')).toBe(0);
    await dataSource.transaction((tx) => enqueue(tx, 'test', messages));
    const rows: { payload: string }[] = await dataSource.query('SELECT payload FROM outbox ORDER BY id');
    expect(rows.map((row) => row.payload)).toEqual(messages.map((message) => JSON.stringify(message.data)));
  });

  it('refuses what breaks the contract', async () => {
    const { dataSource } = fixture;
    const broken = { ...outgoing('a', 'x'), data: { call_id: 7 } } as never;
    await expect(dataSource.transaction((tx) => enqueue(tx, 'test', [broken]))).rejects.toThrow('breaks its contract');
    const undeclared = { ...outgoing('a', 'x'), topic: 'call.started' } as never;
    await expect(dataSource.transaction((tx) => enqueue(tx, 'test', [undeclared]))).rejects.toThrow('undeclared topic');
  });
});
