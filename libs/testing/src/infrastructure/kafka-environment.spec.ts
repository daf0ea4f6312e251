import { kafkaEnvironment } from './kafka-environment.ts';

describe('kafkaEnvironment', () => {
  it('has the limits of docker/kafka/server.properties', async () => {
    expect(await kafkaEnvironment('localhost:1234')).toMatchObject({
      KAFKA_MESSAGE_MAX_BYTES: '16777216',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    });
  });

  it('listens everywhere in the container and tells clients the address outside', async () => {
    expect(await kafkaEnvironment('172.17.0.1:1234')).toMatchObject({
      KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
      KAFKA_ADVERTISED_LISTENERS: 'PLAINTEXT://172.17.0.1:1234',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
    });
  });

  it('tells other containers a name, where they are to reach it', async () => {
    expect(await kafkaEnvironment('172.17.0.1:1234', 'kafka')).toMatchObject({
      KAFKA_LISTENERS: 'PLAINTEXT://:9092,INSIDE://:9094,CONTROLLER://:9093',
      KAFKA_ADVERTISED_LISTENERS: 'PLAINTEXT://172.17.0.1:1234,INSIDE://kafka:9094',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,INSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_INTER_BROKER_LISTENER_NAME: 'PLAINTEXT',
    });
  });

  it('leaves nothing of the template to be filled in', async () => {
    const environment = await kafkaEnvironment('localhost:1234');
    expect(Object.keys(environment).filter((name) => !/^KAFKA_[A-Z_]+$/.test(name))).toEqual([]);
    expect(Object.values(environment).join()).not.toMatch(/@[A-Z_]+@/);
  });
});
