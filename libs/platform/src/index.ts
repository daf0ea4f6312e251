export { errorBody, toDomainError, type ErrorAnswer, type ErrorAnswerBody } from './errors/error-body.ts';
export { idFromUuid, isId, newId, uuidFromId, uuidv7, type IdPrefix } from './ids/ids.ts';
export { configOrExit } from './config/config-or-exit.ts';
export { ConfigError, loadConfig, type Environment } from './config/load-config.ts';
export { configTable } from './config/config-table.ts';
export {
  commaList,
  databaseConfig,
  encryptionConfig,
  httpConfig,
  internalTokenConfig,
  kafkaConfig,
  keyRing,
  wholeNumber,
  ownerDatabaseConfig,
  workerDatabaseConfig,
  topicsConfig,
  type KafkaConfig,
} from './config/config-shapes.ts';
export { parseKeyRing, SecretKey, type KeyRing } from './config/secret-key.ts';
export { createLogger, type Logger, type LogLevel } from './logging/logger.ts';
export { OutageLog } from './logging/outage-log.ts';
export { describeError, type DescribedError } from './logging/describe-error.ts';
export { nestLogger } from './logging/nest-logger.ts';
export {
  callerOf,
  callerRoles,
  CurrentCaller,
  notAllowed,
  setCaller,
  visibleReps,
  type Caller,
  type CallerRole,
} from './internal-token/caller.ts';
export {
  INTERNAL_TOKEN_HEADER,
  signInternalToken,
  verifyInternalToken,
  type TokenContext,
} from './internal-token/internal-token.ts';
export {
  INTERNAL_TOKEN_OPTIONS,
  InternalTokenGuard,
  Public,
  type InternalTokenOptions,
} from './internal-token/internal-token.guard.ts';
export { InternalTokenModule } from './internal-token/internal-token.module.ts';
export { signOperatorToken, verifyOperatorToken } from './internal-token/operator-token.ts';
export { ForRoles } from './internal-token/role.guard.ts';
export { WriteScopeGuard } from './internal-token/write-scope.guard.ts';
export { canonicalJson } from './text/canonical-json.ts';
export { table } from './text/table.ts';
export { WakeablePause } from './timing/wakeable-pause.ts';
export { withinTime } from './timing/within-time.ts';
export { bodyPipe } from './validation/body-pipe.ts';
export { IsFlag, IsInstant, IsPageLimit, Repeatable } from './validation/decorators.ts';
export type { DtoClass } from './validation/dto-check.ts';
export { parseInstant, timestamp } from './validation/instant.ts';
export { NoQuery, queryPipe } from './validation/query-pipe.ts';
export { decodeCursor, encodeCursor, type CursorContext, type Keyset } from './pagination/cursor.ts';
export { pageOf, type Page, type PageOptions } from './pagination/page.ts';
export { Consumes, MAX_BODY_BYTES, rawBodyOf } from './http/bodies.ts';
export { createHttpService, type HttpServiceOptions, type RootModule } from './http/create-http-service.ts';
export { endAfterCrash } from './http/end-after-crash.ts';
export { listenOrExit } from './starting/listen-or-exit.ts';
export type { ListenAddress } from './starting/waiting-room.ts';
export { sendError } from './http/error.filter.ts';
export { sendAnswer, type HttpAnswer } from './http/http-answer.ts';
export { REQUEST_ID_HEADER } from './http/request-id.ts';
export { createDataSource, type DatabaseLimits, type DatabaseOptions } from './database/data-source.ts';
export { confineTo } from './database/confine-to.ts';
export { planByIndex } from './database/plan-by-index.ts';
export { PLAN_ANEW, type Statement } from './database/statement.ts';
export { connectOnce } from './database/connect-once.ts';
export { databaseChecks } from './database/database-checks.ts';
export {
  DatabaseModule,
  poolToken,
  WORKER_DATA_SOURCE,
  type ServiceDatabaseOptions,
} from './database/database.module.ts';
export { grantSchemaAccess, type GrantedRole, type ServiceRoles } from './database/grant-access.ts';
export { migrateService, type ServiceSchema } from './database/migrate-service.ts';
export { UnfitRole } from './database/role-check.ts';
export { rowLevelSecurity, type WorkspaceTables } from './database/row-level-security.ts';
export { combinedRights, type RoleAccess, type RoleRights, type SchemaAccess } from './database/schema-access.ts';
export { currentWorkspace, inWorkspace } from './database/workspace-context.ts';
export { runMigrations, type MigrationOptions } from './database/run-migrations.ts';
export { decryptSecret, encryptSecret } from './idempotency/encrypted-secret.ts';
export {
  countSecretsByKey,
  reencryptSecrets,
  type Reencryption,
  type SecretColumn,
} from './idempotency/reencrypt-secrets.ts';
export { idempotencyRights, idempotencySql } from './idempotency/idempotency-sql.ts';
export {
  Idempotency,
  type IdempotencyOptions,
  type IdempotencySettings,
  type TransactionRunner,
} from './idempotency/idempotency.ts';
export { idempotencyKeyOf, type IdempotentRequest } from './idempotency/request-fingerprint.ts';
export { idempotencyKeyPruning, idempotencySecrets, pruneIdempotencyKeys } from './idempotency/stored-answers.ts';
export { nameRoute } from './metrics/http-metrics.ts';
export { MetricsModule, type MetricsModuleOptions } from './metrics/metrics.module.ts';
export {
  Metrics,
  type DescribedMetric,
  type GaugeReading,
  type MetricDefinition,
  type SampledGauges,
} from './metrics/metrics.ts';
export { sentTogether } from './database/sent-together.ts';
export {
  beginSpan,
  isTracing,
  traceClock,
  traceIdOf,
  traceWith,
  type OpenSpan,
  type SpanOptions,
} from './tracing/tracing.ts';
export { spanOf } from './tracing/trace-requests.ts';
export { HealthModule } from './health/health.module.ts';
export { Readiness, type HealthOptions, type ReadinessReport } from './health/readiness.ts';
export {
  ApiAnswer,
  ApiErrors,
  ApiJsonBody,
  ApiPage,
  linksTo,
  type AnswerDetails,
  type AnswerLinks,
  type SchemaName,
} from './openapi/api-decorators.ts';
export { describeControllers } from './openapi/describe-controllers.ts';
export { writeDescription } from './openapi/write-description.ts';
export {
  OPENAPI_FRAGMENT_PATH,
  openApiFragment,
  serveOpenApiFragment,
  type OpenApiFragmentOptions,
} from './openapi/openapi-fragment.ts';
