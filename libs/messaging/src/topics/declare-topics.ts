import { setTimeout as delay } from 'node:timers/promises';
import { topicDeclarations, type TopicDeclaration } from '@ci/contracts';
import { createLogger, type Logger } from '@ci/observability';
import kafkajs, { type Admin } from 'kafkajs';
import { createKafka } from '../kafka/kafka-client.ts';
import { wireTopic, type KafkaSettings } from '../kafka/kafka-settings.ts';

export interface DeclaredTopics {
  readonly created: string[];
  readonly existing: string[];
  /** Those that are missing still, because nothing was to be created. */
  readonly missing: string[];
  /** What existing topics have otherwise than declared. Nothing is altered: a changed partition count would break the order per key. */
  readonly differences: string[];
  /** With Kafka's own tools: what creates the missing topics and mends the differences. */
  readonly commands: string[];
}

export interface DeclareOptions {
  readonly declarations?: readonly TopicDeclaration[];
  /** Copies of each partition. Default: as the broker has it. */
  readonly replicationFactor?: number | undefined;
  /** How many copies must have a message before it is acknowledged. Default: as the broker has it. */
  readonly minInsyncReplicas?: number | undefined;
  /** Create nothing: the topics are declared elsewhere. */
  readonly checkOnly?: boolean;
  readonly logger?: Logger;
}

/** A topic as it is to be: its name on the wire, partitions, and settings. */
interface Wanted {
  readonly name: string;
  readonly partitions: number;
  readonly replicationFactor: number | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

interface Difference {
  readonly text: string;
  readonly command: string | undefined;
}

/** What the variables of `topicsConfig` say. */
export function topicOptions(config: {
  readonly KAFKA_REPLICATION_FACTOR?: number | undefined;
  readonly KAFKA_MIN_INSYNC_REPLICAS?: number | undefined;
}): DeclareOptions {
  return { replicationFactor: config.KAFKA_REPLICATION_FACTOR, minInsyncReplicas: config.KAFKA_MIN_INSYNC_REPLICAS };
}

/** Creates the topics that are missing and compares those that exist. */
export async function declareTopics(settings: KafkaSettings, options: DeclareOptions = {}): Promise<DeclaredTopics> {
  const { logger = createLogger({ service: 'topics', level: 'silent' }), checkOnly = false } = options;
  const admin = createKafka(settings, logger).admin();
  await admin.connect();
  try {
    const known = new Set(await admin.listTopics());
    const all = wanted(settings, options);
    const missing = all.filter(({ name }) => !known.has(name));
    const existing = all.filter(({ name }) => known.has(name));
    if (missing.length > 0 && !checkOnly) await create(admin, missing);
    const differences = existing.length > 0 ? await compare(admin, existing, settings) : [];
    const names = missing.map(({ name }) => name);
    return {
      created: checkOnly ? [] : names,
      existing: existing.map(({ name }) => name),
      missing: checkOnly ? names : [],
      differences: differences.map(({ text }) => text),
      commands: [
        ...(checkOnly ? missing.map((topic) => createCommand(settings, topic)) : []),
        ...differences.flatMap(({ command }) => command ?? []),
      ],
    };
  } finally {
    await admin.disconnect();
  }
}

function wanted(settings: KafkaSettings, options: DeclareOptions): readonly Wanted[] {
  const { declarations = topicDeclarations, replicationFactor, minInsyncReplicas } = options;
  return declarations.map(({ name, partitions, retentionMs, maxMessageBytes }) => ({
    name: wireTopic(settings, name),
    partitions,
    replicationFactor,
    settings: {
      'retention.ms': String(retentionMs),
      'max.message.bytes': String(maxMessageBytes),
      ...(minInsyncReplicas === undefined ? {} : { 'min.insync.replicas': String(minInsyncReplicas) }),
    },
  }));
}

/** How long the broker may take over what is declared. */
const CREATED_WITHIN_MS = 30_000;
const BROKERS_DEFAULT = -1;

/** Returns when they can be written to. Another process may create them at the same time; kafkajs answers false then, which is as good. */
async function create(admin: Admin, topics: readonly Wanted[]): Promise<void> {
  const deadline = performance.now() + CREATED_WITHIN_MS;
  await admin.createTopics({
    timeout: CREATED_WITHIN_MS,
    // By kafkajs that fails when the broker has not heard yet of what its controller has just created.
    waitForLeaders: false,
    topics: topics.map(({ name: topic, partitions, replicationFactor = BROKERS_DEFAULT, settings }) => ({
      topic,
      numPartitions: partitions,
      replicationFactor,
      configEntries: Object.entries(settings).map(([name, value]) => ({ name, value })),
    })),
  });
  for (const topic of topics) await untilLed(admin, topic, deadline);
}

/** Until each partition has a leader that answers for it: one that was only named may know nothing of it yet. */
async function untilLed(admin: Admin, { name, partitions }: Wanted, deadline: number): Promise<void> {
  for (let problem: unknown; ;) {
    try {
      await admin.fetchTopicMetadata({ topics: [name] });
      if ((await admin.fetchTopicOffsets(name)).length === partitions) return;
    } catch (error) {
      problem = error;
    }
    if (performance.now() > deadline)
      throw new Error(`the topic ${name} was created, but has no leader`, { cause: problem });
    await delay(20);
  }
}

async function compare(admin: Admin, topics: readonly Wanted[], settings: KafkaSettings): Promise<Difference[]> {
  const names = topics.map(({ name }) => name);
  const metadata = await admin.fetchTopicMetadata({ topics: names });
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
  });
  return topics.flatMap((topic) => {
    const { name, partitions, replicationFactor } = topic;
    const found = metadata.topics.find((one) => one.name === name)?.partitions ?? [];
    const copies = found[0]?.replicas.length;
    const entries = resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? [];
    const actual = new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
    return [
      ...difference(name, 'partitions', String(found.length), String(partitions)),
      ...(replicationFactor === undefined
        ? []
        : difference(name, 'replication.factor', String(copies), String(replicationFactor))),
      ...Object.entries(topic.settings).flatMap(([setting, value]) =>
        difference(name, setting, actual.get(setting), value, alterCommand(settings, name, `${setting}=${value}`)),
      ),
    ];
  });
}

function difference(
  topic: string,
  what: string,
  actual: string | undefined,
  declared: string,
  command?: string,
): Difference[] {
  if (actual === declared) return [];
  return [{ text: `${topic}: ${what} is ${actual ?? 'unknown'}, declared ${declared}`, command }];
}

/** Where the client needs a password or a certificate, Kafka's tools read it from a file. */
const target = ({ brokers, security }: KafkaSettings) =>
  `--bootstrap-server ${brokers.join(',')}${security === undefined ? '' : ' --command-config client.properties'}`;

function createCommand(kafka: KafkaSettings, { name, partitions, replicationFactor, settings }: Wanted): string {
  const copies = replicationFactor === undefined ? '' : ` --replication-factor ${String(replicationFactor)}`;
  const configs = Object.entries(settings).map(([setting, value]) => ` --config ${setting}=${value}`);
  return `kafka-topics.sh ${target(kafka)} --create --topic ${name} --partitions ${String(partitions)}${copies}${configs.join('')}`;
}

function alterCommand(kafka: KafkaSettings, topic: string, setting: string): string {
  return `kafka-configs.sh ${target(kafka)} --alter --entity-type topics --entity-name ${topic} --add-config ${setting}`;
}
