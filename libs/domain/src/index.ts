export { fold, type Decider, type DomainEvent } from './decider.ts';
export { DomainError, invalidRequest, notFound, type DomainErrorOptions, type ErrorDetail } from './domain-error.ts';
export { erased, isErased, type Erased } from './erased.ts';
export { defaultMessages, errorStatuses, type AnyErrorCode, type ErrorCode } from './error-catalogue.ts';
export {
  combineCatalogues,
  defineEvents,
  UnknownEvent,
  type EventCatalogue,
  type EventDefinition,
  type EventInAnyVersion,
  type Upcaster,
} from './event-catalogue.ts';
export type { StreamRef } from './stream-ref.ts';
