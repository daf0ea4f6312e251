export { afterCommit, type ReportFailure } from './after-commit.ts';
export { append } from './append.ts';
export { fold, type Decider, type DomainEvent } from './decider.ts';
export { eraseSubject } from './erase-subject.ts';
export { erased, isErased, type Erased } from './erased.ts';
export {
  combineCatalogues,
  defineEvents,
  UnknownEvent,
  type EventCatalogue,
  type EventDefinition,
  type EventInAnyVersion,
  type Upcaster,
} from './event-catalogue.ts';
export { eventStoreSql } from './event-store.sql.ts';
export { executeCommand, type CommandExecution, type Projector } from './execute-command.ts';
export { inTransaction, isConcurrencyConflict } from './in-transaction.ts';
export { load, loadState } from './load.ts';
export { lockStream } from './lock-stream.ts';
export { readAll, startOfStore, type StoreCursor } from './read-all.ts';
export type { EventMetadata, StoredEvent, StreamRef } from './stored-event.ts';
export { VersionConflict } from './version-conflict.ts';
