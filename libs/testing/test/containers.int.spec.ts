import kafkajs from 'kafkajs';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { getContainerRuntimeClient } from 'testcontainers';
import {
  dockerAnswers,
  startKafkaContainer,
  startPostgresContainer,
  type ContainerPostgres,
} from '../src/infrastructure/testcontainers-infrastructure.ts';
import { produceRaw, startTestKafka, type TestKafka } from '../src/system/test-kafka.ts';
import { until } from '../src/until.ts';

jest.setTimeout(180_000);

const reasonToSkip = await whyNot();

if (reasonToSkip !== undefined) {
  describe('infrastructure in containers', () => {
    it.skip(`skipped: ${reasonToSkip}`, () => undefined);
  });
} else {
  describe('Postgres in a container', () => {
    let postgres: ContainerPostgres;
    beforeAll(async () => {
      postgres = await startPostgresContainer({ fsync: 'off' });
    });
    afterAll(() => postgres.stop());

    it('is Postgres 18 with the settings given, ready as soon as it is said to be', async () => {
      const [row] = await query(
        postgres.url,
        `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
                current_setting('max_connections') AS connections, rolsuper AS superuser
         FROM pg_roles WHERE rolname = current_user`,
      );
      expect(row).toEqual({
        version: expect.stringMatching(/^18\b/),
        fsync: 'off',
        connections: '200',
        superuser: true,
      });
    });

    it('lets nobody in without the password', async () => {
      const wrong = new URL(postgres.url);
      wrong.password = 'guess';
      await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    });

    it('is gone after it was stopped', async () => {
      const port = Number(new URL(postgres.url).port);
      expect(await containersOn(port)).toHaveLength(1);
      await postgres.stop();
      await expect(query(postgres.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
      expect(await containersOn(port)).toEqual([]);
    });

    it('says why when it ends at once, and leaves no container', async () => {
      const setting = `no_such_setting_${randomBytes(4).toString('hex')}`;
      const error = await startPostgresContainer({ [setting]: 'on' }).catch(String);
      expect(error).toMatch(`unrecognized configuration parameter "${setting}"`);
      expect((await allContainers()).filter(({ Command }) => Command.includes(setting))).toEqual([]);
    });
  });

  describe('Kafka in a container', () => {
    const { env } = process;
    let kafka: TestKafka;
    beforeAll(async () => {
      process.env = { ...env, TEST_INFRASTRUCTURE: 'containers' };
      kafka = await startTestKafka('unused');
    });
    beforeEach(() => {
      process.env = { ...env };
    });
    afterAll(async () => {
      process.env = env;
      await kafka.stop();
    });

    it('takes a transcript of the largest size, under the address that it tells its clients', async () => {
      const value = randomBytes(15 * 1024 * 1024);
      await createTopic(kafka.brokers, 'large');
      await produceRaw(kafka.brokers, [{ topic: 'large', key: 'a', value }]);
      expect((await firstMessage(kafka.brokers, 'large')).equals(value)).toBe(true);
    });

    it('has no topics but those that were declared', async () => {
      const producer = clientOf(kafka.brokers).producer({ retry: { retries: 0 } });
      await producer.connect();
      const sent = producer.send({ topic: 'misspelt', messages: [{ value: '' }] });
      await expect(sent).rejects.toThrow(/does not host this topic-partition/);
      await producer.disconnect();
      expect(await topicsOf(kafka.brokers)).not.toContain('misspelt');
    });

    it('lives beside others, which end alone', async () => {
      const other = await startKafkaContainer();
      try {
        await createTopic(kafka.brokers, 'only-here');
        expect(await topicsOf(kafka.brokers)).toContain('only-here');
        expect(await topicsOf(other.brokers)).toEqual([]);
      } finally {
        await other.stop();
      }
      expect(await containersOn(portOf(other.brokers))).toEqual([]);
      expect(await topicsOf(kafka.brokers)).toContain('only-here');
    });

    it('names the ways out when its image cannot be had', async () => {
      process.env['TEST_KAFKA_IMAGE'] = 'localhost:1/call-intelligence/no-such-image:1';
      const error = await startKafkaContainer().catch(String);
      expect(error).toMatch(/Kafka did not start in a container of the image localhost:1/);
      expect(error).toMatch(/TEST_KAFKA_IMAGE names another image/);
      expect(error).toMatch(/TEST_INFRASTRUCTURE=embedded/);
    });
  });
}

async function whyNot(): Promise<string | undefined> {
  if (process.env['TEST_INFRASTRUCTURE'] === 'embedded') return 'TEST_INFRASTRUCTURE=embedded';
  return (await dockerAnswers()) ? undefined : 'no Docker engine answers';
}

async function query(connectionString: string, text: string): Promise<object[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

function createTopic(brokers: string, topic: string): Promise<void> {
  return withAdmin(brokers, async (admin) => {
    const largest = { name: 'max.message.bytes', value: String(16 * 1024 * 1024) };
    await admin.createTopics({
      waitForLeaders: true,
      topics: [{ topic, numPartitions: 1, replicationFactor: 1, configEntries: [largest] }],
    });
  });
}

function topicsOf(brokers: string): Promise<string[]> {
  return withAdmin(brokers, (admin) => admin.listTopics());
}

async function withAdmin<T>(brokers: string, work: (admin: kafkajs.Admin) => Promise<T>): Promise<T> {
  const admin = clientOf(brokers).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

async function firstMessage(brokers: string, topic: string): Promise<Buffer> {
  const consumer = clientOf(brokers).consumer({ groupId: 'containers' });
  await consumer.connect();
  let received: Buffer | null = null;
  try {
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({ eachMessage: ({ message }) => Promise.resolve(void (received = message.value)) });
    return await until(() => received, { describe: `a message on ${topic}` });
  } finally {
    await consumer.disconnect();
  }
}

const clientOf = (brokers: string) =>
  new kafkajs.Kafka({ clientId: 'containers', brokers: [brokers], logLevel: kafkajs.logLevel.NOTHING });

const portOf = (brokers: string): number => Number(brokers.split(':')[1]);

async function containersOn(port: number) {
  return (await allContainers()).filter(({ Ports }) => Ports.some(({ PublicPort }) => PublicPort === port));
}

/** Of the engine, also those that have ended. */
async function allContainers() {
  return (await getContainerRuntimeClient()).container.dockerode.listContainers({ all: true });
}
