import { inside } from '@ci/testing/containers';
import {
  createSecrets,
  innerServices,
  runningEnvironment,
  serviceEnvironments,
  serviceNames,
  type ServiceName,
} from '@ci/testing/system';

/** Where a receiver's certificate authority lies in the container of webhooks. */
export const caFile = '/app/receiver-authority.pem';

const port = 8080;
/** What the receiver of the tests may be reached at. */
const privateAddresses = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16';

/** What each service is configured with, in whatever version: each is at its name on the containers' network. */
export function containerEnvironments(): Readonly<Record<ServiceName, Readonly<Record<string, string>>>> {
  const environments = serviceEnvironments({
    databases: forEach((service) => ({
      requestUrl: inside.database(`${service}_requests`, 'requests'),
      workerUrl: inside.database(`${service}_worker`, 'worker'),
      ownerUrl: inside.database(`${service}_owner`, 'owner'),
    })),
    brokers: inside.brokers,
    ports: forEach(() => port),
    secrets: createSecrets(),
    rateLimits: 'off',
    logLevel: 'info',
    webhookCaFile: caFile,
    webhookAllowedAddresses: privateAddresses,
  });
  const addresses = innerServices.map((service) => [`${service.toUpperCase()}_URL`, `http://${service}:${port}`]);
  Object.assign(environments.gateway, Object.fromEntries(addresses));
  return forEach((service) => ({ ...runningEnvironment(environments[service]), HOST: '0.0.0.0' }));
}

function forEach<Value>(make: (service: ServiceName) => Value): Record<ServiceName, Value> {
  return Object.fromEntries(serviceNames.map((service) => [service, make(service)])) as Record<ServiceName, Value>;
}
