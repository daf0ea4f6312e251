import { setTimeout as delay } from 'node:timers/promises';
import { topicDeclarations, type TopicDeclaration } from '@ci/contracts';
import { createLogger, type Logger } from '@ci/platform';
import kafkajs, { type Admin } from 'kafkajs';
import { createKafka } from '../kafka/kafka-client.ts';
import { wireTopic, type KafkaSettings } from '../kafka/kafka-settings.ts';

export interface DeclaredTopics {
  readonly created: string[];
  readonly existing: string[];
  /** What existing topics have otherwise than declared. Nothing is altered: a changed partition count would break the order per key. */
  readonly differences: string[];
}

/** Creates the topics that are missing and compares those that exist. */
export async function declareTopics(
  settings: KafkaSettings,
  declarations: readonly TopicDeclaration[] = topicDeclarations,
  logger: Logger = createLogger({ service: 'topics', level: 'silent' }),
): Promise<DeclaredTopics> {
  const admin = createKafka(settings, logger).admin();
  await admin.connect();
  try {
    const known = new Set(await admin.listTopics());
    const wired = declarations.map((declaration) => ({ ...declaration, name: wireTopic(settings, declaration.name) }));
    const missing = wired.filter(({ name }) => !known.has(name));
    const existing = wired.filter(({ name }) => known.has(name));
    if (missing.length > 0) await create(admin, missing);
    const differences = existing.length > 0 ? await compare(admin, existing) : [];
    return { created: missing.map(({ name }) => name), existing: existing.map(({ name }) => name), differences };
  } finally {
    await admin.disconnect();
  }
}

/** How long the broker may take over what is declared. */
const CREATED_WITHIN_MS = 30_000;

/** Returns when they can be written to. Another process may create them at the same time; kafkajs answers false then, which is as good. */
async function create(admin: Admin, declarations: readonly TopicDeclaration[]): Promise<void> {
  const deadline = performance.now() + CREATED_WITHIN_MS;
  await admin.createTopics({
    timeout: CREATED_WITHIN_MS,
    // By kafkajs that fails when the broker has not heard yet of what its controller has just created.
    waitForLeaders: false,
    topics: declarations.map((declaration) => ({
      topic: declaration.name,
      numPartitions: declaration.partitions,
      configEntries: Object.entries(configOf(declaration)).map(([name, value]) => ({ name, value })),
    })),
  });
  for (const declaration of declarations) await untilLed(admin, declaration, deadline);
}

/** Until each partition has a leader that answers for it: one that was only named may know nothing of it yet. */
async function untilLed(admin: Admin, { name, partitions }: TopicDeclaration, deadline: number): Promise<void> {
  for (let problem: unknown; ;) {
    try {
      await admin.fetchTopicMetadata({ topics: [name] });
      if ((await admin.fetchTopicOffsets(name)).length === partitions) return;
    } catch (error) {
      problem = error;
    }
    if (performance.now() > deadline)
      throw new Error(`the topic ${name} was created, but nobody leads it`, { cause: problem });
    await delay(20);
  }
}

async function compare(admin: Admin, declarations: readonly TopicDeclaration[]): Promise<string[]> {
  const names = declarations.map(({ name }) => name);
  const { topics } = await admin.fetchTopicMetadata({ topics: names });
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
  });
  return declarations.flatMap((declaration) => {
    const partitions = topics.find(({ name }) => name === declaration.name)?.partitions.length;
    const entries = resources.find(({ resourceName }) => resourceName === declaration.name)?.configEntries ?? [];
    const actual = new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
    const wanted = Object.entries(configOf(declaration));
    return [
      ...difference(declaration.name, 'partitions', String(partitions), String(declaration.partitions)),
      ...wanted.flatMap(([name, value]) => difference(declaration.name, name, actual.get(name), value)),
    ];
  });
}

function configOf({ retentionMs, maxMessageBytes }: TopicDeclaration): Record<string, string> {
  return { 'retention.ms': String(retentionMs), 'max.message.bytes': String(maxMessageBytes) };
}

function difference(topic: string, what: string, actual: string | undefined, declared: string): string[] {
  return actual === declared ? [] : [`${topic}: ${what} is ${actual ?? 'unknown'}, declared ${declared}`];
}
