import { randomBytes, randomUUID } from 'node:crypto';
import type { TopicName } from '@ci/contracts';
import { encodeEnvelope } from '@ci/messaging';
import { parseKeyRing } from '@ci/config';
import { signInternalToken, INTERNAL_TOKEN_HEADER, type Caller } from '@ci/security';
import { until } from '@ci/testing';
import {
  inside,
  owners,
  runCommand,
  startNetworkInfrastructure,
  startService,
  type NetworkInfrastructure,
} from '@ci/testing/containers';
import { produceRaw, queryDatabase, readTopics, type InnerService } from '@ci/testing/system';
import type { StartedTestContainer } from 'testcontainers';

/** A message on its way to the service. */
export interface Sent {
  readonly id: string;
  readonly topic: string;
}

export interface Message {
  readonly topic: string;
  readonly key: string;
  readonly version: number;
  readonly data: unknown;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** The image of one service, alone with its Postgres and its Kafka. */
export class ServiceUnderTest {
  private constructor(
    readonly name: InnerService,
    private readonly infrastructure: NetworkInfrastructure,
    private readonly container: StartedTestContainer,
    private readonly tokenKeys: string,
  ) {}

  static async start(service: InnerService): Promise<ServiceUnderTest> {
    const infrastructure = await startNetworkInfrastructure({ kafka: true });
    try {
      const tokenKeys = newKeys();
      const environment = {
        DATABASE_URL: inside.database(`${service}_requests`, 'requests'),
        WORKER_DATABASE_URL: inside.database(`${service}_worker`, 'worker'),
        KAFKA_BROKERS: inside.brokers,
        INTERNAL_TOKEN_KEYS: tokenKeys,
        CURSOR_KEYS: newKeys(),
        ENCRYPTION_KEYS: newKeys(),
        CONTACT_IDENTITY_KEYS: newKeys(),
      };
      await Promise.all([
        runCommand({ service, infrastructure, environment }, ['dist/operate.js', 'topics']),
        runCommand({ service, infrastructure, environment: { ...environment, ...owners(service) } }, [
          'dist/migrate.js',
        ]),
      ]);
      return new ServiceUnderTest(
        service,
        infrastructure,
        await startService({ service, infrastructure, environment }),
        tokenKeys,
      );
    } catch (error) {
      await infrastructure.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.container.stop({ remove: true });
    await this.infrastructure.stop();
  }

  /** Separate for each check: what one check leaves is not met by another. */
  newWorkspace(): Workspace {
    return new Workspace(this, `wsp_${randomBytes(8).toString('hex')}`);
  }

  async send(workspaceId: string, { topic, key, version, data }: Message): Promise<Sent> {
    const id = randomUUID();
    const headers = { id, topic, workspaceId, source: '/contract', subject: key, time: new Date() };
    const record = { topic, key, value: JSON.stringify(data) };
    await produceRaw(this.#brokers, [{ ...record, headers: encodeEnvelope({ ...headers, schemaVersion: version }) }]);
    return { id, topic };
  }

  /** What became of a message: `handled`, `ignored`, `parked`. */
  async outcomeOf({ id, topic }: Sent): Promise<string> {
    const database = { adminUrl: this.infrastructure.databaseUrl, database: 'postgres' };
    return until(
      async () => {
        const statement = `SELECT outcome FROM "${this.name}".inbox WHERE message_id = '${id}'`;
        return (await queryDatabase<{ outcome: string }>(database, statement))[0]?.outcome;
      },
      { timeoutMs: 90_000, intervalMs: 100, describe: `${this.name} to deal with ${topic}` },
    );
  }

  /** A request as it is, signed for a caller. */
  async ask(caller: Caller | undefined, { method, path, headers = {}, body }: Request): Promise<Answer> {
    const token = caller === undefined ? {} : { [INTERNAL_TOKEN_HEADER]: await this.#tokenOf(caller) };
    const address = `http://${this.container.getHost()}:${this.container.getMappedPort(8080)}${path}`;
    const response = await fetch(address, {
      method,
      headers: { ...headers, ...token },
      signal: AbortSignal.timeout(60_000),
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  }

  /** What the service has published of a topic under a key, once there is any. */
  async published(topic: TopicName, key: string): Promise<{ data: unknown; version: number }> {
    return until(
      async () => {
        let found: { data: unknown; version: number } | undefined;
        await readTopics(this.#brokers, [topic], (record) => {
          if (record.key !== key) return;
          const version = Number(record.headers['ce_schemaversion']);
          found = { data: JSON.parse(record.value.toString('utf8')) as unknown, version };
        });
        return found;
      },
      { timeoutMs: 90_000, intervalMs: 250, describe: `${this.name} to publish ${topic}` },
    );
  }

  async #tokenOf(caller: Caller): Promise<string> {
    const keys = parseKeyRing(this.tokenKeys);
    if (keys === undefined) throw new Error('the keys of the token are no keys');
    return signInternalToken(caller, { audience: this.name, keys, now: new Date(), ttlSeconds: 30 });
  }

  get #brokers(): string {
    return this.infrastructure.brokers ?? '';
  }
}

/** What a check does with a service, all in one workspace. */
export class Workspace {
  constructor(
    readonly service: ServiceUnderTest,
    readonly id: string,
  ) {}

  send(message: Message): Promise<Sent> {
    return this.service.send(this.id, message);
  }

  /** Sends a message and waits until the service has taken it as what it is. */
  async tell(message: Message): Promise<void> {
    const outcome = await this.service.outcomeOf(await this.send(message));
    if (outcome !== 'handled') throw new Error(`${message.topic} of version ${message.version} was ${outcome}`);
  }

  /** The JSON that a request of this workspace is answered; throws when it is an error. */
  async ask<Body = Record<string, unknown>>(method: string, path: string, body?: object): Promise<Body> {
    const caller: Caller = {
      workspace: { id: this.id, timezone: 'Europe/Lisbon', domains: [] },
      actor: 'key_contract',
      scope: 'read-write',
    };
    const headers = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) };
    const request = { method, path: `/v1${path}`, headers, body: body && JSON.stringify(body) };
    const answer = await this.service.ask(caller, request);
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
    return (answer.body === '' ? {} : JSON.parse(answer.body)) as Body;
  }
}

/** Of an installation that lives as long as a test. */
export const newKeys = (): string => `k1:${randomBytes(32).toString('base64')}`;
