import { parseEnv } from 'node:util';
import { environmentLine, runningEnvironment, serviceEnvironments } from './environments.ts';
import { createSecrets } from './secrets.ts';
import { serviceNames, type ServiceName } from './services.ts';

const byService = <Value>(value: Value) =>
  Object.fromEntries(serviceNames.map((service) => [service, value])) as Record<ServiceName, Value>;

const secrets = createSecrets();
const environmentsOf = (kafkaVariables: Readonly<Record<string, string>> = {}) =>
  serviceEnvironments({
    databases: byService({ requestUrl: 'for requests', workerUrl: 'for the worker', ownerUrl: 'for the owner' }),
    brokers: 'broker:9093',
    kafkaVariables,
    ports: byService(1),
    secrets,
    rateLimits: 'on',
    logLevel: 'info',
    webhookCaFile: '',
    webhookAllowedAddresses: '',
  });

it('the keys of operators’ tokens are each service’s own, and the gateway has none', () => {
  const environments = environmentsOf();
  for (const [service, key] of Object.entries(secrets.operatorTokenKeys)) {
    const holders = serviceNames.filter((name) => Object.values(environments[name]).includes(key));
    expect(holders).toEqual([service]);
  }
});

it('a service is started with the roles that it works under, and the owner’s is none of them', () => {
  const environments = environmentsOf();
  for (const service of serviceNames) {
    const roles = Object.values(runningEnvironment(environments[service])).filter((value) => /^for /.test(value));
    expect([service, ...roles]).toEqual([service, 'for requests', 'for the worker']);
  }
});

it('a service gets all that its broker asks for, and the gateway, which has none, nothing of it', () => {
  const given = { KAFKA_SECURITY_PROTOCOL: 'SSL', KAFKA_SSL_CA_FILE: '/ca.pem' };
  const { gateway, ...inner } = environmentsOf(given);
  for (const environment of Object.values(inner)) {
    expect(environment).toMatchObject({ KAFKA_BROKERS: 'broker:9093', ...given });
  }
  expect(Object.keys(gateway).filter((name) => name.startsWith('KAFKA_'))).toEqual([]);
});

it('a certificate and a password with marks come out of an environment file as they went in', () => {
  const values = {
    KAFKA_SSL_CA: '-----BEGIN CERTIFICATE-----\nMIIB+/==\n-----END CERTIFICATE-----\n',
    KAFKA_SASL_PASSWORD: ` a#b'c"d\\n `,
    KAFKA_SASL_TOKEN_SCOPE: 'kafka read',
    CURSOR_KEYS: 'k1:c2VjcmV0=',
    EMPTY: '',
  };
  expect(parseEnv(Object.entries(values).map(environmentLine).join('\n'))).toEqual(values);
  expect(() => environmentLine(['PASSWORD', `'"\``])).toThrow('PASSWORD');
});
