import { answerOf, createApiClient, type ApiClient } from '@ci/client';
import { dlqTopicOf } from '@ci/contracts';
import { until } from '@ci/testing';
import {
  owners,
  runCommand,
  startNetworkInfrastructure,
  startService,
  type NetworkInfrastructure,
} from '@ci/testing/containers';
import { innerServices, queryDatabase, readTopics, serviceNames, type ServiceName } from '@ci/testing/system';
import type { StartedTestContainer } from 'testcontainers';
import { caFile, containerEnvironments } from './container-environments.ts';

/** Which image each service runs. */
export type Mixture = Readonly<Record<ServiceName, string>>;

interface Running {
  readonly image: string;
  readonly container: StartedTestContainer;
}

/** Longer than a service takes to finish what it has begun. */
const graceMs = 15_000;
const anError = /"level":"(?:error|fatal)"/;
/** This release tells as an error what a mixture is: the description of the API is made of two versions. */
const mistaken = { image: 'call-intelligence/gateway:1.1.0', line: /services disagree on schemas of the API/ };
const dlqTopics = innerServices.flatMap((service) => dlqTopicOf(service) ?? []);

/** The whole system in containers. What its services run may change while its data stays. */
export class Installation {
  readonly #infrastructure: NetworkInfrastructure;
  /** PEM: of whom the webhooks service believes a receiver's certificate. */
  readonly #authority: string;
  readonly #environments = containerEnvironments();
  readonly #running = new Map<ServiceName, Running>();
  readonly #errors: string[] = [];
  readonly #parked = new Set<string>();
  #key = '';

  private constructor(infrastructure: NetworkInfrastructure, authority: string) {
    [this.#infrastructure, this.#authority] = [infrastructure, authority];
  }

  /** Begins with the schemas, the topics and the services of one mixture, and a key of one workspace. */
  static async start(mixture: Mixture, authority: string): Promise<Installation> {
    const installation = new Installation(await startNetworkInfrastructure({ kafka: true }), authority);
    try {
      await installation.migrate(mixture);
      await installation.run(mixture);
      return installation;
    } catch (error) {
      await installation.stop();
      throw error;
    }
  }

  /** Brings schemas and topics to what these images know; beneath whatever runs. */
  async migrate(mixture: Mixture): Promise<void> {
    const command = (service: ServiceName, more: Readonly<Record<string, string>>, file: string, ...words: string[]) =>
      runCommand({ ...this.#optionsOf(service, mixture[service]), environment: more }, [file, ...words]);
    await command('ingestion', this.#environments.ingestion, 'dist/operate.js', 'topics');
    await allOf(serviceNames, (service) =>
      command(service, { ...this.#environments[service], ...owners(service) }, 'dist/migrate.js'),
    );
  }

  /** Replaces what runs another image, and returns when the API reaches every service. */
  async run(mixture: Mixture): Promise<void> {
    await allOf(serviceNames, (service) => this.#replace(service, mixture[service]));
    this.#key ||= await this.#createKey();
    const paths = ['/calls', '/action-items', '/contacts', '/webhooks'] as const;
    await until(() => Promise.all(paths.map((path) => answerOf(this.api.GET(path)))), {
      timeoutMs: 60_000,
      intervalMs: 250,
      describe: 'the gateway to reach every service',
    });
  }

  /** The public API, as its client for TypeScript asks it. */
  get api(): ApiClient {
    const gateway = this.#running.get('gateway')?.container;
    if (gateway === undefined) throw new Error('the gateway does not run');
    return createApiClient({
      baseUrl: `http://${gateway.getHost()}:${gateway.getMappedPort(8080)}`,
      apiKey: this.#key,
    });
  }

  /** What went wrong since the services run: errors in their logs, and messages that were parked; each is reported once. */
  async troubles(): Promise<readonly string[]> {
    const parked: string[] = [];
    await readTopics(this.#infrastructure.brokers ?? '', dlqTopics, ({ topic, partition, offset, value }) => {
      const place = `${topic}/${partition}/${offset}`;
      if (!this.#parked.has(place)) parked.push(`${topic}: ${value.toString()}`);
      this.#parked.add(place);
    });
    return [...parked, ...this.#errors.splice(0)];
  }

  /** As a user with all rights in the database. */
  async query(statement: string): Promise<void> {
    await queryDatabase({ adminUrl: this.#infrastructure.databaseUrl, database: 'postgres' }, statement);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ container }) => container.stop()));
    await this.#infrastructure.stop();
  }

  async #replace(service: ServiceName, image: string): Promise<void> {
    const before = this.#running.get(service);
    if (before?.image === image) return;
    this.#running.delete(service);
    await before?.container.stop({ timeout: graceMs });
    const container = await startService({
      ...this.#optionsOf(service, image),
      onLine: (line) => {
        if (anError.test(line) && !(image === mistaken.image && mistaken.line.test(line)))
          this.#errors.push(`${image}: ${line}`);
      },
    });
    this.#running.set(service, { image, container });
  }

  #optionsOf(service: ServiceName, image: string) {
    const environment = this.#environments[service];
    return { service, image, environment, infrastructure: this.#infrastructure, files: { [caFile]: this.#authority } };
  }

  async #createKey(): Promise<string> {
    // By its id: releases differ in what else they call a workspace.
    const { id } = await this.#operate<{ id: string }>('workspaces', 'create', 'mixed');
    const words = ['--workspace', id, '--name', 'mixed', '--scope', 'read-write'];
    return (await this.#operate<{ key: string }>('keys', 'create', ...words)).key;
  }

  async #operate<Printed>(...words: readonly string[]): Promise<Printed> {
    const answer = await this.#running.get('gateway')?.container.exec(['node', 'dist/cli.js', ...words, '--json']);
    if (answer?.exitCode !== 0) throw new Error(`the gateway refused ${words.join(' ')}:\n${answer?.stderr ?? ''}`);
    return JSON.parse(answer.stdout) as Printed;
  }
}

/** At the same time, each to its end; throws what went wrong first. */
async function allOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(items.map(work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
