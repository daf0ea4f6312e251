import { runningEnvironment, serviceEnvironments } from './environments.ts';
import { createSecrets } from './secrets.ts';
import { serviceNames, type ServiceName } from './services.ts';

const byService = <Value>(value: Value) =>
  Object.fromEntries(serviceNames.map((service) => [service, value])) as Record<ServiceName, Value>;

it('a service is started with the roles that it works under, and the owner’s is none of them', () => {
  const environments = serviceEnvironments({
    databases: byService({ requestUrl: 'for requests', workerUrl: 'for the worker', ownerUrl: 'for the owner' }),
    brokers: '',
    ports: byService(1),
    secrets: createSecrets(),
    rateLimits: 'on',
    logLevel: 'info',
    webhookCaFile: '',
    webhookAllowedAddresses: '',
  });
  for (const service of serviceNames) {
    const roles = Object.values(runningEnvironment(environments[service])).filter((value) => /^for /.test(value));
    expect([service, ...roles]).toEqual([service, 'for requests', 'for the worker']);
  }
});
