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
export { chromium, findChromium } from './parts/chromium.ts';
export { startEmbeddedKafka, type EmbeddedKafka, type EmbeddedKafkaOptions } from './parts/embedded-kafka.ts';
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './parts/embedded-postgres.ts';
export { copyDatabase, useUpTransactionIds, type CopyDatabaseOptions } from './parts/copy-database.ts';
export { freePort } from './parts/free-port.ts';
export { MissingPrerequisite } from './parts/missing-prerequisite.ts';
export { postgresClient, type PostgresClient, type PostgresClientOptions } from './parts/postgres-client.ts';
export { preparedOnce } from './parts/prepared-once.ts';
export { python } from './parts/python.ts';
export { commandLineOf, signalProcessTree } from './parts/running-process.ts';
export { startParts, stopParts, type StartPartsOptions } from './parts/start-parts.ts';
export {
  dockerAnswers,
  startKafkaContainer,
  startPostgresContainer,
  type ContainerKafka,
  type ContainerPostgres,
  type NetworkPlace,
} from './parts/testcontainers-parts.ts';
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
