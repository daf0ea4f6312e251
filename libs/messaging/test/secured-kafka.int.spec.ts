import { kafkaConfig, loadConfig, type Environment } from '@ci/platform';
import { until } from '@ci/testing';
import kafkajs from 'kafkajs';
import { z } from 'zod';
import { declareTopics, kafkaSettings, KafkaTransport, OutboxRelay, type KafkaSettings } from '../src/index.ts';
import { enqueueAll, messagingFixture, outgoing, topic, type MessagingFixture } from './messaging-fixture.ts';
import {
  password,
  startSecuredBroker,
  startTokenServer,
  type SecuredBroker,
  type TokenServer,
} from './secured-broker.ts';
import { noteText, startConsumer } from './test-consumer.ts';

const user = 'contacts';
const stranger = 'stranger';

let broker: SecuredBroker;
let tokens: TokenServer;
let fixture: MessagingFixture;

beforeAll(async () => {
  [broker, tokens] = await Promise.all([startSecuredBroker([user, stranger]), startTokenServer(user)]);
}, 120_000);
beforeEach(async () => {
  fixture = await messagingFixture({ brokers: [broker.open] });
});
afterEach(() => fixture.close());
afterAll(() => Promise.all([broker.stop(), tokens.stop()]));

/** As a service reads it from its environment. */
function settings(environment: Environment): KafkaSettings {
  const config = loadConfig(z.object(kafkaConfig), environment);
  return { ...kafkaSettings(config, 'tested'), topicPrefix: fixture.kafka.topicPrefix ?? '' };
}

const sasl = (mechanism: string, more: Environment = {}): Environment => ({
  KAFKA_BROKERS: broker.sasl,
  KAFKA_SECURITY_PROTOCOL: 'SASL_SSL',
  KAFKA_SSL_CA: broker.ca,
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_SASL_USERNAME: user,
  KAFKA_SASL_PASSWORD: password,
  ...(mechanism === 'OAUTHBEARER' ? { KAFKA_SASL_TOKEN_URL: tokens.url } : {}),
  ...more,
});
const mutual = (more: Environment = {}): Environment => ({
  KAFKA_BROKERS: broker.mutual,
  KAFKA_SECURITY_PROTOCOL: 'SSL',
  KAFKA_SSL_CA: broker.ca,
  KAFKA_SSL_CERT: broker.client.certPem,
  KAFKA_SSL_KEY: broker.client.keyPem,
  ...more,
});

/** What docs/deployment.md says that a service needs: to write and read topics, to be in its group. */
async function allow(principal: string): Promise<void> {
  const admin = new kafkajs.Kafka({ brokers: [broker.open], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  const { AclResourceTypes, AclOperationTypes, AclPermissionTypes, ResourcePatternTypes } = kafkajs;
  const resources = [
    [AclResourceTypes.TOPIC, AclOperationTypes.READ],
    [AclResourceTypes.TOPIC, AclOperationTypes.WRITE],
    [AclResourceTypes.GROUP, AclOperationTypes.READ],
  ] as const;
  await admin.createAcls({
    acl: resources.map(([resourceType, operation]) => ({
      principal,
      host: '*',
      resourceType,
      resourceName: fixture.kafka.topicPrefix ?? '',
      resourcePatternType: ResourcePatternTypes.PREFIXED,
      operation,
      permissionType: AclPermissionTypes.ALLOW,
    })),
  });
  await admin.disconnect();
}

it.each([
  ['SASL PLAIN', () => sasl('PLAIN'), `User:${user}`],
  ['SASL SCRAM-SHA-512', () => sasl('SCRAM-SHA-512'), `User:${user}`],
  ['SASL OAUTHBEARER', () => sasl('OAUTHBEARER'), `User:${user}`],
  ['a client certificate', () => mutual(), `User:CN=${user}`],
])(
  'sends and consumes over TLS with %s and the rights of docs/deployment.md alone',
  async (_, environment, principal) => {
    await allow(principal);
    const kafka = settings(environment());
    const { dataSource, logger } = fixture;
    const relay = new OutboxRelay({ dataSource, kafka, logger });
    relay.start();
    const consumer = await startConsumer(fixture, noteText, { kafka });
    await enqueueAll(dataSource, [outgoing('a', 'over TLS')]);
    await until(async () => (await fixture.effects()).includes('over TLS'));
    expect(consumer.transport.healthy()).toEqual({ status: 'ok' });
    await Promise.all([consumer.close(), relay.stop()]);
  },
);

it.each([
  ['a wrong password', () => sasl('SCRAM-SHA-512', { KAFKA_SASL_PASSWORD: 'wrong' }), /refuses the credentials/],
  ['a wrong password of PLAIN', () => sasl('PLAIN', { KAFKA_SASL_PASSWORD: 'wrong' }), /refuses the credentials/],
  ['a wrong client secret', () => sasl('OAUTHBEARER', { KAFKA_SASL_PASSWORD: 'wrong' }), /TOKEN_URL answered 401/],
  ['no client certificate', () => mutual({ KAFKA_SSL_CERT: '', KAFKA_SSL_KEY: '' }), /certificate/],
  ['an expired certificate of the broker', () => mutual({ KAFKA_BROKERS: broker.expired }), /CERT_HAS_EXPIRED/],
  ['an authority nobody trusts', () => mutual({ KAFKA_SSL_CA: '' }), /KAFKA_SSL_CA/],
  ['no right to its group', () => sasl('PLAIN', { KAFKA_SASL_USERNAME: stranger }), /_AUTHORIZATION_FAILED/],
])('with %s it is not ready, says why without the secret, and does not end', async (_, environment, why) => {
  const { transport, crashes } = starting(settings(environment()));
  await until(() => why.test(transport.healthy().reason ?? ''), {
    timeoutMs: 20_000,
    describe: () => `the reason to be ${String(why)}, not ${String(transport.healthy().reason)}`,
  });
  await expect(transport.assertHealthy()).rejects.toThrow(why);
  expect(transport.healthy().reason).not.toContain('wrong');
  expect(transport.healthy().reason).not.toContain(password);
  expect(crashes).toEqual([]);
  await transport.close();
});

it('consumes as soon as the right that was missing is given', async () => {
  const { transport } = starting(settings(sasl('PLAIN', { KAFKA_SASL_USERNAME: stranger })));
  await until(() => /_AUTHORIZATION_FAILED/.test(transport.healthy().reason ?? ''), { timeoutMs: 20_000 });
  await allow(`User:${stranger}`);
  await until(() => transport.healthy().status === 'ok', { timeoutMs: 30_000 });
  await transport.close();
});

it('says with which commands topics of somebody else become what is needed', async () => {
  const declarations = [
    { name: topic, partitions: 1, retentionMs: 600_000, maxMessageBytes: 1_000 },
    { name: 'call.ended', partitions: 12, retentionMs: 1_000, maxMessageBytes: 1_000 },
  ];
  const prefix = fixture.kafka.topicPrefix ?? '';
  const { created, missing, commands } = await declareTopics(settings({ KAFKA_BROKERS: broker.open }), {
    declarations,
    replicationFactor: 3,
    minInsyncReplicas: 2,
    checkOnly: true,
  });
  expect([created, missing]).toEqual([[], [`${prefix}call.ended`]]);
  expect(commands).toEqual([
    `kafka-topics.sh --bootstrap-server ${broker.open} --create --topic ${prefix}call.ended --partitions 12 --replication-factor 3 --config retention.ms=1000 --config max.message.bytes=1000 --config min.insync.replicas=2`,
    `kafka-configs.sh --bootstrap-server ${broker.open} --alter --entity-type topics --entity-name ${prefix}${topic} --add-config max.message.bytes=1000`,
    `kafka-configs.sh --bootstrap-server ${broker.open} --alter --entity-type topics --entity-name ${prefix}${topic} --add-config min.insync.replicas=2`,
  ]);
});

/** A transport that is not waited for. */
function starting(kafka: KafkaSettings) {
  const { dataSource, logger } = fixture;
  const crashes: Error[] = [];
  const transport = new KafkaTransport({
    service: 'tested',
    kafka,
    dataSource,
    logger,
    onCrash: (error) => void crashes.push(error),
  });
  transport.addHandler(topic, () => Promise.resolve(), true);
  transport.trustErrors();
  transport.listen(() => undefined);
  return { transport, crashes };
}
