import { userInfo } from 'node:os';
import { kafkaSettings, topicOptions } from '@ci/messaging';
import {
  databaseConfig,
  encryptionConfig,
  internalTokenConfig,
  kafkaConfig,
  loadConfig,
  ownerDatabaseConfig,
  topicsConfig,
  workerDatabaseConfig,
  type Environment,
} from '@ci/config';
import { connectOnce, createDataSource } from '@ci/database';
import { z } from 'zod';
import type { OperatedService } from './operated-service.ts';
import type { DatabaseUse, Operations } from './operations.ts';

const schemaName = z.object({ DATABASE_SCHEMA: databaseConfig.DATABASE_SCHEMA });
const WORKER = 'WORKER_DATABASE_URL';
const OWNER = 'MIGRATION_DATABASE_URL';
const worker = z.object({ [WORKER]: workerDatabaseConfig[WORKER] });
const owner = z.object(ownerDatabaseConfig);
const kafka = z.object(kafkaConfig);
const topics = z.object(topicsConfig);
const secrets = z.object(encryptionConfig);
const tokens = z.object({ OPERATOR_TOKEN_KEYS: internalTokenConfig.OPERATOR_TOKEN_KEYS.unwrap() });

const NO_LIMITS = { idleInTransactionMs: 0, lockMs: 5_000, statementMs: 0 };

/** Operations on the service that the environment describes: the same variables that the service itself reads. */
export function openOperations(definition: OperatedService, environment?: Environment): Operations {
  const { service } = definition;
  return {
    definition,
    withDatabase: async (work, use = {}) => {
      const { variable, ...target } = targetOf(service, use, environment);
      const dataSource = createDataSource({ ...target, ...connections(service, use) });
      await connectOnce(() => dataSource.initialize(), variable);
      try {
        return await work(dataSource);
      } finally {
        await dataSource.destroy();
      }
    },
    kafka: () => kafkaSettings(loadConfig(kafka, environment), `${service}-operator`),
    topics: () => topicOptions(loadConfig(topics, environment)),
    tokenKeys: () => loadConfig(tokens, environment).OPERATOR_TOKEN_KEYS,
    encryptionKeys: () => loadConfig(secrets, environment).ENCRYPTION_KEYS,
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    actor: userInfo().username,
  };
}

function targetOf(service: string, { role = 'worker' }: DatabaseUse, environment?: Environment) {
  const { DATABASE_SCHEMA: schema = service } = loadConfig(schemaName, environment);
  return role === 'owner'
    ? { variable: OWNER, url: loadConfig(owner, environment)[OWNER], schema }
    : { variable: WORKER, url: loadConfig(worker, environment)[WORKER], schema };
}

function connections(service: string, { poolSize = 2, unlimited = false }: DatabaseUse) {
  return { poolSize, applicationName: `${service}-operator`, ...(unlimited ? { limits: NO_LIMITS } : {}) };
}
