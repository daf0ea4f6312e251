import 'reflect-metadata';

export {
  createPublicService,
  createService,
  type DescribedService,
  type InstanceOptions,
  type Service,
} from './create-service.ts';
export { idempotencyProvider } from './idempotency.provider.ts';
export { CONFIG, LOGGER } from './injection-tokens.ts';
export {
  publicServiceConfig,
  serviceConfig,
  type PublicServiceConfig,
  type ReadConfig,
  type ServiceConfig,
} from './service-config.ts';
export type {
  AfterTransaction,
  Instance,
  InstanceParts,
  MessagingParts,
  PublicServiceDefinition,
  ServiceDefinition,
} from './service-definition.ts';
