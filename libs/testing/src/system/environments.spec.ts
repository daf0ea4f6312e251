import { runningEnvironment, serviceEnvironments } from './environments.ts';
import { createSecrets } from './secrets.ts';
import { serviceNames, type ServiceName } from './services.ts';

const byService = <Value>(value: Value) =>
  Object.fromEntries(serviceNames.map((service) => [service, value])) as Record<ServiceName, Value>;

const secrets = createSecrets();
const environmentsOf = () =>
  serviceEnvironments({
    databases: byService({ requestUrl: 'for requests', workerUrl: 'for the worker', ownerUrl: 'for the owner' }),
    brokers: '',
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
