/** HTTP: a service, its requests, lists, idempotency keys, health and OpenAPI fragment. */
export { HealthModule } from './health/health.module.ts';
export { type HealthOptions, Readiness, type ReadinessReport } from './health/readiness.ts';
export { Consumes, MAX_BODY_BYTES, rawBodyOf } from './http/bodies.ts';
export { createHttpService, type HttpServiceOptions, type RootModule } from './http/create-http-service.ts';
export { endAfterCrash } from './http/end-after-crash.ts';
export { type ErrorAnswer, type ErrorAnswerBody, errorBody, toDomainError } from './http/error-body.ts';
export { sendError } from './http/error.filter.ts';
export { type AnswerHead, type HttpAnswer, sendAnswer } from './http/http-answer.ts';
export { measureAnswers, nameRoute } from './http/http-metrics.ts';
export { REQUEST_ID_HEADER } from './http/request-id.ts';
export { spanOf } from './http/trace-requests.ts';
export { canonicalJson } from './idempotency/canonical-json.ts';
export { idempotencyRights, idempotencySql } from './idempotency/idempotency-sql.ts';
export { Idempotency, type IdempotencyOptions, type IdempotencySettings } from './idempotency/idempotency.ts';
export { idempotencyKeyOf, type IdempotentRequest } from './idempotency/request-fingerprint.ts';
export {
  idempotencyKeyPruning,
  idempotencySecrets,
  isKeyTaken,
  pruneIdempotencyKeys,
} from './idempotency/stored-answers.ts';
export {
  type AnswerDetails,
  type AnswerLinks,
  ApiAnswer,
  ApiErrors,
  ApiPage,
  linksTo,
} from './openapi/api-decorators.ts';
export { ApiQueryOf } from './openapi/query-parameters.ts';
export { describeControllers } from './openapi/describe-controllers.ts';
export {
  OPENAPI_FRAGMENT_PATH,
  openApiFragment,
  type OpenApiFragmentOptions,
  serveOpenApiFragment,
} from './openapi/openapi-fragment.ts';
export { writeDescription } from './openapi/write-description.ts';
export { type CursorContext, decodeCursor, encodeCursor, type Keyset } from './pagination/cursor.ts';
export { newestRows, type PlaceInList } from './pagination/newest-rows.ts';
export { type Page, pageOf, type PageOptions } from './pagination/page.ts';
export { listenOrExit } from './starting/listen-or-exit.ts';
export type { ListenAddress } from './starting/startup-server.ts';
export { BodyOf, type BodyDetails } from './parameters/body-of.ts';
export { Description, IsFlag, IsInstant, IsPageLimit, Repeatable } from './validation/decorators.ts';
export type { DtoClass } from './validation/dto-check.ts';
export { PageQuery } from './pagination/page-query.ts';
export { NoQuery, queryPipe, QueryOf } from './parameters/query-pipe.ts';
