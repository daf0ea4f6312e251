/** Configuration from the environment: variables, their shapes and checks, rings of keys. */
export { configOrExit } from './config-or-exit.ts';
export {
  adminDatabaseConfig,
  commaList,
  databaseConfig,
  encryptionConfig,
  httpConfig,
  internalTokenConfig,
  kafkaConfig,
  type KafkaConfig,
  keyRing,
  ownerDatabaseConfig,
  topicsConfig,
  wholeNumber,
  workerDatabaseConfig,
} from './config-shapes.ts';
export { configTable } from './config-table.ts';
export { ConfigError, type Environment, loadConfig } from './load-config.ts';
export { type KeyRing, parseKeyRing, SecretKey } from './secret-key.ts';
