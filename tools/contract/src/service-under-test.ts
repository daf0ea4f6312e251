import { randomBytes, randomUUID } from 'node:crypto';
import { eventContracts, type TopicName } from '@ci/contracts';
import { encodeEnvelope } from '@ci/messaging';
import { parseKeyRing, signInternalToken, INTERNAL_TOKEN_HEADER, type Caller } from '@ci/platform';
import { until } from '@ci/testing';
import { produceRaw, queryDatabase, readTopics } from '@ci/testing/system';
import { GenericContainer, Wait, type StartedTestContainer } from 'testcontainers';
import { inside, startParts, type Parts } from './parts.ts';

/** A message on its way to the service. */
export interface Sent {
  readonly id: string;
  readonly topic: string;
}

/** The image of one service, alone with its Postgres and its Kafka. */
export class ServiceUnderTest {
  readonly workspaceId = `wsp_${randomBytes(8).toString('hex')}`;

  private constructor(
    readonly name: string,
    private readonly parts: Parts,
    private readonly container: StartedTestContainer,
    private readonly tokenKeys: string,
  ) {}

  static async start(name: string): Promise<ServiceUnderTest> {
    const parts = await startParts();
    const keys = () => `k1:${randomBytes(32).toString('base64')}`;
    const tokenKeys = keys();
    const running = {
      DATABASE_URL: inside.database(`${name}_requests`, 'requests'),
      WORKER_DATABASE_URL: inside.database(`${name}_worker`, 'worker'),
      KAFKA_BROKERS: inside.brokers,
      INTERNAL_TOKEN_KEYS: tokenKeys,
      CURSOR_KEYS: keys(),
      ENCRYPTION_KEYS: keys(),
      CONTACT_IDENTITY_KEYS: keys(),
    };
    const owner = inside.database(`${name}_owner`, 'owner');
    const image = () => imageOf(name).withNetwork(parts.network);
    await runToEnd(image().withEnvironment(running).withCommand(['dist/operate.js', 'topics']));
    const administrator = { MIGRATION_DATABASE_URL: owner, ADMIN_DATABASE_URL: inside.administrator };
    await runToEnd(
      image()
        .withEnvironment({ ...running, ...administrator })
        .withCommand(['dist/migrate.js']),
    );
    const container = await image()
      .withEnvironment(running)
      .withExposedPorts(8080)
      .withWaitStrategy(Wait.forHealthCheck())
      .withStartupTimeout(120_000)
      .start();
    return new ServiceUnderTest(name, parts, container, tokenKeys);
  }

  async stop(): Promise<void> {
    await this.container.stop({ remove: true });
    await this.parts.stop();
  }

  /** Sends a message as another service would, in the version that is named. */
  async send(topic: string, key: string, data: unknown, schemaVersion: number): Promise<Sent> {
    const id = randomUUID();
    const { workspaceId } = this;
    const envelope = { id, topic, workspaceId, source: '/contract', subject: key, time: new Date(), schemaVersion };
    await produceRaw(this.parts.brokers, [
      { topic, key, value: JSON.stringify(data), headers: encodeEnvelope(envelope) },
    ]);
    return { id, topic };
  }

  /** What became of a message: `handled`, `parked` … */
  async outcomeOf({ id, topic }: Sent): Promise<string> {
    return until(
      async () => {
        const [row] = await queryDatabase<{ outcome: string }>(
          { adminUrl: this.parts.databaseUrl, database: 'postgres' },
          `SELECT outcome FROM "${this.name}".inbox WHERE message_id = '${id}'`,
        );
        return row?.outcome;
      },
      { timeoutMs: 60_000, describe: `${this.name} has dealt with ${topic}` },
    );
  }

  /** A request as the gateway passes it on. */
  async ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
    const caller: Caller = {
      workspace: { id: this.workspaceId, timezone: 'Europe/Lisbon', domains: [] },
      actor: 'key_contract',
      scope: 'read-write',
    };
    const keys = parseKeyRing(this.tokenKeys);
    if (keys === undefined) throw new Error('the keys of the token are no keys');
    const token = await signInternalToken(caller, { audience: this.name, keys, now: new Date(), ttlSeconds: 30 });
    const response = await fetch(`http://${this.container.getHost()}:${this.container.getMappedPort(8080)}/v1${path}`, {
      method,
      headers: { [INTERNAL_TOKEN_HEADER]: token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  }

  /** What the service has published of a topic about something, once there is any. */
  async published(topic: TopicName, key: string): Promise<{ data: unknown; version: number }> {
    return until(
      async () => {
        let found: { data: unknown; version: number } | undefined;
        await readTopics(this.parts.brokers, [topic], (record) => {
          if (record.key !== key) return;
          const data: unknown = JSON.parse(record.value.toString('utf8'));
          found = { data, version: Number(record.headers['ce_schemaversion']) };
        });
        return found;
      },
      { timeoutMs: 90_000, intervalMs: 250, describe: `${this.name} has published ${topic}` },
    );
  }
}

/** The version of a topic that is published now. */
export const currentVersion = (topic: TopicName): number => eventContracts[topic].version;

function imageOf(service: string): GenericContainer {
  const repository = process.env['CONTRACT_REPOSITORY'] ?? 'call-intelligence';
  return new GenericContainer(`${repository}/${service}:${process.env['CONTRACT_TAG'] ?? 'local'}`);
}

async function runToEnd(container: GenericContainer): Promise<void> {
  const started = await container.withWaitStrategy(Wait.forOneShotStartup()).start();
  await started.stop({ remove: true });
}
