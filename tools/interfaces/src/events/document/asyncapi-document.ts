import {
  consumedTopics,
  EventHeadersSchema,
  eventContracts,
  parkingServices,
  publishedTopics,
  topicDeclarations,
  type TopicDeclaration,
  type TopicName,
} from '@ci/contracts';
import { named } from './named-schemas.ts';

/** The golden message of each topic, by topic. */
export type GoldenExamples = Readonly<Record<string, unknown>>;

/** Who sends and who reads a topic. */
export interface Parties {
  readonly senders: readonly string[];
  readonly readers: readonly string[];
}

const headers = named(EventHeadersSchema);

const BINDING = { bindingVersion: '0.5.0' };

/** All events of the system as an AsyncAPI 3 document: topics, messages with their examples, and which service sends or reads what. */
export function asyncApiDocument(examples: GoldenExamples) {
  const schemas = topicDeclarations.map(({ name }) => [name, named(eventContracts[name as TopicName].named)] as const);
  return {
    asyncapi: '3.1.0',
    info: {
      title: 'Call Intelligence events',
      version: '1',
      description:
        'Messages between the services over Kafka: at least once, in order per key. The headers are those of CloudEvents 1.0 in ' +
        'binary mode. An event changes only by optional fields added or removed; readers ignore unknown fields.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      kafka: {
        host: '{broker}',
        protocol: 'kafka',
        variables: { broker: { default: '127.0.0.1:9092', description: 'One of KAFKA_BROKERS.' } },
      },
    },
    channels: Object.fromEntries(topicDeclarations.map((topic) => [topic.name, channelOf(topic)])),
    operations: Object.fromEntries(topicDeclarations.flatMap(({ name }) => operationsOf(name as TopicName))),
    components: {
      messages: Object.fromEntries(
        schemas.map(([topic, { schema }]) => [topic, messageOf(topic as TopicName, schema, examples[topic])]),
      ),
      schemas: Object.assign({}, headers.parts, ...schemas.map(([, { parts }]) => parts)) as object,
    },
  };
}

/** Who sends and who reads a topic, as the services declare it. */
export function partiesOf(topic: TopicName): Parties {
  const naming = (topics: Readonly<Record<string, readonly string[]>>) =>
    Object.keys(topics).filter((service) => topics[service]?.includes(topic));
  const notices = parkingServices.filter((service) => topic === `${service}.dlq`);
  return { senders: [...naming(publishedTopics), ...notices], readers: naming(consumedTopics) };
}

function channelOf({ name, partitions, retentionMs, maxMessageBytes, erases }: TopicDeclaration) {
  const { description } = eventContracts[name as TopicName].schema as { description?: string };
  return {
    address: name,
    description: erases ? `${String(description)} It does not wait behind parked messages of its key.` : description,
    messages: { [name]: { $ref: `#/components/messages/${name}` } },
    bindings: {
      kafka: {
        partitions,
        topicConfiguration: { 'retention.ms': retentionMs, 'max.message.bytes': maxMessageBytes },
        ...BINDING,
      },
    },
  };
}

function operationsOf(topic: TopicName): readonly (readonly [string, object])[] {
  const { senders, readers } = partiesOf(topic);
  const about = (service: string) => ({
    channel: { $ref: `#/channels/${topic}` },
    messages: [{ $ref: `#/channels/${topic}/messages/${topic}` }],
    tags: [{ name: service }],
  });
  const groupId = (service: string) => ({ kafka: { groupId: { type: 'string', enum: [service] }, ...BINDING } });
  return [
    ...senders.map((service) => [`${service}.sends.${topic}`, { action: 'send', ...about(service) }] as const),
    ...readers.map(
      (service) =>
        [`${service}.reads.${topic}`, { action: 'receive', ...about(service), bindings: groupId(service) }] as const,
    ),
  ];
}

function messageOf(topic: TopicName, payload: object, example: unknown) {
  const { version, keyAt } = eventContracts[topic];
  return {
    name: topic,
    title: topic,
    headers: headers.schema,
    payload,
    bindings: {
      kafka: { key: { type: 'string', description: `The same as \`${keyAt}\` of the data.` }, ...BINDING },
    },
    examples: [{ name: `${topic}.v${version}`, payload: example }],
  };
}
