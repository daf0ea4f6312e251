import { resolve } from 'node:path';
import { ownKafkaVariables } from './own-kafka.ts';

it('all that says how a Kafka of one’s own is reached is passed on, files by their full path, and nothing else', () => {
  const kafka = {
    KAFKA_BROKERS: 'kafka.example.com:9093',
    KAFKA_SECURITY_PROTOCOL: 'SASL_SSL',
    KAFKA_SSL_CA_FILE: '/etc/ca.pem',
    KAFKA_SASL_PASSWORD: 'secret',
    KAFKA_REPLICATION_FACTOR: '3',
  };
  const relative = { KAFKA_SSL_KEY_FILE: 'certificates/key.pem' };
  expect(ownKafkaVariables({ ...kafka, ...relative, KAFKA_SSL_CA: '', HOME: '/', OTHER_KAFKA_BROKERS: 'x' })).toEqual({
    ...kafka,
    KAFKA_SSL_KEY_FILE: resolve('certificates/key.pem'),
  });
});

it('a Kafka is one’s own when its brokers are named, by a file too', () => {
  expect(ownKafkaVariables({ KAFKA_SECURITY_PROTOCOL: 'SSL', KAFKA_BROKERS: '' })).toBeUndefined();
  expect(ownKafkaVariables({ KAFKA_BROKERS_FILE: '/brokers' })).toEqual({ KAFKA_BROKERS_FILE: '/brokers' });
});
