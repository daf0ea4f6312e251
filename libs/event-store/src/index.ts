export { afterCommit, type ReportFailure } from './after-commit.ts';
export { append, appendAll } from './append.ts';
export type { Append } from './event-rows.ts';
export { eraseSubjects } from './erase-subjects.ts';
export { eventStoreRights, eventStoreSql, refusedAppends, withoutForeignKeys } from './event-store.sql.ts';
export {
  defineAggregate,
  projectionsOf,
  streamOf,
  type Aggregate,
  type AggregateErasure,
  type AggregateMessages,
  type AggregateProjector,
  type ErasedStream,
} from './aggregate.ts';
export { onCommittedCommands, type CommittedCommands } from './committed-commands.ts';
export type { CommandItem, CommandOutcome, Projector } from './execute-command.ts';
export { runCommand, runCommands, runFirstCommand } from './run-command.ts';
export { load, loadAll, loadState, type LoadedStream } from './load.ts';
export { lockStream, lockStreams } from './lock-stream.ts';
export { measureEvents } from './measure-events.ts';
export { readAll, startOfStore, type StoreCursor } from './read-all.ts';
export { ForeignPositions, positionsCheck, positionsOfAnotherCluster } from './rebase-positions/positions-check.ts';
export {
  rebasePositions,
  type RebaseOptions,
  type RebaseProgress,
  type RebaseResult,
} from './rebase-positions/rebase-positions.ts';
export { metadataOf, type OriginRequest } from './metadata-of.ts';
export type { EventMetadata, NewEvent, StoredEvent } from './stored-event.ts';
export { VersionConflict } from './version-conflict.ts';
export { recordset } from './recordset.ts';
export { isSame, type TableComparison } from './rebuild/compare-rows.ts';
export { defineProjection, type Projection, type ProjectionDefinition } from './rebuild/projection.ts';
export {
  abortRebuild,
  rebuildProjection,
  rebuildStatus,
  type RebuildOptions,
  type RebuildProgress,
  type RebuildResult,
} from './rebuild/rebuild-projection.ts';
export { RebuildRefused } from './rebuild/rebuild-refused.ts';
export type { RebuildState } from './rebuild/rebuild-state.ts';
export type { RecordedRange } from './rebuild/event-pages.ts';
export { replayPage, type Replay } from './replay/replay-events.ts';
