export { accessTests, type AccessUnderTest } from './access-specification.ts';
export {
  createCertificateAuthority,
  issueCertificate,
  selfSignedCertificate,
  testCertificate,
  type Certificate,
  type IssueOptions,
  type TestCertificate,
} from './certificates.ts';
export {
  httpsReceiver,
  type Answer,
  type HttpsReceiver,
  type HttpsReceiverOptions,
  type ReceivedRequest,
} from './https-receiver.ts';
export { countStatements } from './count-statements.ts';
export { rowsRead } from './rows-read.ts';
export { chromium, findChromium } from './infrastructure/chromium.ts';
export { startEmbeddedKafka, type EmbeddedKafka, type EmbeddedKafkaOptions } from './infrastructure/embedded-kafka.ts';
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './infrastructure/embedded-postgres.ts';
export { copyDatabase, useUpTransactionIds, type CopyDatabaseOptions } from './infrastructure/copy-database.ts';
export { freePort } from './infrastructure/free-port.ts';
export { MissingPrerequisite } from './infrastructure/missing-prerequisite.ts';
export { postgresClient, type PostgresClient, type PostgresClientOptions } from './infrastructure/postgres-client.ts';
export { preparedOnce } from './infrastructure/prepared-once.ts';
export { python } from './infrastructure/python.ts';
export { commandLineOf, signalProcessTree } from './infrastructure/running-process.ts';
export {
  startInfrastructure,
  stopInfrastructure,
  type StartInfrastructureOptions,
} from './infrastructure/start-infrastructure.ts';
export {
  dockerAnswers,
  startKafkaContainer,
  startPostgresContainer,
  type ContainerKafka,
  type ContainerPostgres,
  type NetworkPlace,
} from './infrastructure/testcontainers-infrastructure.ts';
export { recordStart, type RecordedStart } from './record-start.ts';
export { operationIds, roleCases, roleOutcomeOf, type RoleOutcome } from './role-cases.ts';
export { startRoundRobin, type RoundRobin } from './round-robin.ts';
export { holdsWithin } from './holds-within.ts';
export { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
export { testDatabase, type TestDatabase, type TestDatabaseOptions } from './test-database.ts';
export { until, type UntilOptions } from './until.ts';
export { copyWorkspace, type WorkspaceCopy } from './workspace-copy.ts';
export {
  answersWithoutFilters,
  forgetWorkspaceFilters,
  letPoliciesPass,
  type ForgottenFilters,
} from './forgotten-filters.ts';
export { breachesOfIsolation, tablesWithoutIsolation } from './workspace-isolation.ts';
export { planOfRequest, type PlanNode } from './plan-of-request.ts';
export { TraceCollector, type CollectedSpan } from './trace-collector.ts';
