export { dropProvisionedDatabase, provisionDatabase } from './provision-database.ts';
export { startOrdinarySystem, type OrdinarySystem, type OrdinarySystemOptions } from './ordinary-system.ts';
export { sharedSystem } from './shared-system.ts';
export { databaseOf, queryDatabase } from './query-database.ts';
export { rawConsumer, rawProducer, type RawConsumer, type RawProducer } from './raw-kafka.ts';
export { searchDatabase, type DatabaseSearch, type FoundText } from './search-database.ts';
export { environmentLine, runningEnvironment, serviceEnvironments, type EnvironmentOptions } from './environments.ts';
export { createSecrets, loadOrCreateSecrets, type SystemSecrets } from './secrets.ts';
export { innerServices, serviceNames, type InnerService, type ServiceName } from './services.ts';
export { programEnvironment, type ProcessExit } from './service-process.ts';
export { System, type Address, type OtherInstance, type SystemOptions } from './system.ts';
export { startTemporarySystem, type TemporarySystem } from './temporary-system.ts';
export {
  consumerLag,
  deleteTopics,
  forgetOffsets,
  membersAtWork,
  produceRaw,
  readTopics,
  startTestKafka,
  type RawMessage,
  type TopicRecord,
  type TestKafka,
} from './test-kafka.ts';
