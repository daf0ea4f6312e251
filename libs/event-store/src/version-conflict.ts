/**
 * The stream is not where the caller read it, or a younger transaction wrote to it first. Only a whole new transaction can succeed:
 * one that goes on, or that goes back to a savepoint, keeps its transaction id and is refused again.
 */
export class VersionConflict extends Error {
  override readonly name = 'VersionConflict';
  /** Postgres' own code for "run the transaction again", so that a caller that retries on it need not know this library. */
  readonly code = '40001';

  constructor(
    readonly streamId: string,
    readonly expectedVersion?: number,
  ) {
    super(`stream ${streamId} was written by another transaction`);
  }
}
