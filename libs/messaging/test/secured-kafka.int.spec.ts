import { kafkaConfig, loadConfig, type Environment } from '@ci/config';
import { createLogger } from '@ci/observability';
import { until, type Certificate } from '@ci/testing';
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
const certificate = ({ certPem, keyPem }: Certificate): Environment => ({
  KAFKA_SSL_CERT: certPem,
  KAFKA_SSL_KEY: keyPem,
});
const mutual = (more: Environment = {}): Environment => ({
  KAFKA_BROKERS: broker.mutual,
  KAFKA_SECURITY_PROTOCOL: 'SSL',
  KAFKA_SSL_CA: broker.ca,
  ...certificate(broker.client),
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

describe('what Kafka refuses', () => {
  const refused: readonly [string, () => Environment, RegExp][] = [
    ['a wrong password', () => sasl('SCRAM-SHA-512', { KAFKA_SASL_PASSWORD: 'wrong' }), /refuses the credentials/],
    ['a wrong password of PLAIN', () => sasl('PLAIN', { KAFKA_SASL_PASSWORD: 'wrong' }), /refuses the credentials/],
    ['a wrong client secret', () => sasl('OAUTHBEARER', { KAFKA_SASL_PASSWORD: 'wrong' }), /TOKEN_URL answered 401/],
    ['no client certificate', () => mutual({ KAFKA_SSL_CERT: '', KAFKA_SSL_KEY: '' }), /certificate/],
    [
      'an expired client certificate',
      () => mutual(certificate(broker.expiredClient)),
      /ALERT_CERTIFICATE_(?:EXPIRED|UNKNOWN)/,
    ],
    ['an expired certificate of the broker', () => mutual({ KAFKA_BROKERS: broker.expired }), /CERT_HAS_EXPIRED/],
    ['an authority nobody trusts', () => mutual({ KAFKA_SSL_CA: '' }), /KAFKA_SSL_CA/],
    ['no right to its group', () => sasl('PLAIN', { KAFKA_SASL_USERNAME: stranger }), /_AUTHORIZATION_FAILED/],
  ];
  const started = new Map<string, ReturnType<typeof starting>>();
  let own: MessagingFixture;
  // All at once: kafkajs tries a certificate that is refused for ten seconds.
  beforeAll(async () => {
    own = fixture = await messagingFixture({ brokers: [broker.open] });
    for (const [name, environment] of refused) started.set(name, starting(settings(environment())));
  });
  afterAll(async () => {
    await Promise.all([...started.values()].map(({ transport }) => transport.close()));
    await own.close();
  });

  it.each(refused)('with %s it is not ready, says why without the secret, and does not end', async (name, _, why) => {
    const { transport, crashes, said } = started.get(name)!;
    await until(() => why.test(transport.healthy().reason ?? ''), {
      describe: () => `the reason to be ${String(why)}, not ${String(transport.healthy().reason)}`,
    });
    await expect(transport.assertHealthy()).rejects.toThrow(why);
    expect(said).toContain(transport.healthy().reason);
    expect(transport.healthy().reason).not.toContain('wrong');
    expect(transport.healthy().reason).not.toContain(password);
    expect(crashes).toEqual([]);
  });
});

it('consumes as soon as the right that was missing is given', async () => {
  const { transport } = starting(settings(sasl('PLAIN', { KAFKA_SASL_USERNAME: stranger })));
  await until(() => /_AUTHORIZATION_FAILED/.test(transport.healthy().reason ?? ''));
  await allow(`User:${stranger}`);
  await until(() => transport.healthy().status === 'ok');
  await transport.close();
});

it('signs in with another token before the first one ends, waits when none is to be had, and goes on with the next', async () => {
  await allow(`User:${user}`);
  tokens.lifeS = 12;
  const { dataSource } = fixture;
  const { logger, said } = listening();
  const kafka = settings(sasl('OAUTHBEARER'));
  const relay = new OutboxRelay({ dataSource, kafka, logger: fixture.logger });
  relay.start();
  const { transport, crashes, close } = await startConsumer(fixture, noteText, { kafka, logger });
  const { asked } = tokens;
  await until(() => tokens.asked >= asked + 2, { describe: 'two more tokens' });
  expect(said).toEqual(['consuming']);
  tokens.refuses = true;
  const refused = 'waiting for an access token: KAFKA_SASL_TOKEN_URL answered 401';
  await until(() => transport.healthy().reason === refused, { describe: () => JSON.stringify(transport.healthy()) });
  await enqueueAll(dataSource, [outgoing('a', 'meanwhile')]);
  tokens.refuses = false;
  await until(async () => (await fixture.effects()).includes('meanwhile'));
  expect(transport.healthy()).toEqual({ status: 'ok' });
  expect([crashes, said.filter((line) => line === refused), said.at(-1)]).toEqual([[], [refused], 'consuming']);
  await Promise.all([close(), relay.stop()]);
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

/** A logger, and its lines. */
function listening() {
  const said: string[] = [];
  const write = (line: string): void => void said.push((JSON.parse(line) as { msg: string }).msg);
  return { logger: createLogger({ service: 'tested', level: 'info' }, { write }), said };
}

/** A transport that is not waited for, and what it says in the log. */
function starting(kafka: KafkaSettings) {
  const { dataSource } = fixture;
  const { logger, said } = listening();
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
  return { transport, crashes, said };
}
