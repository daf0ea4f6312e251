import type { DataSource } from 'typeorm';

/** A call whose summary an older engine made. */
export interface OutdatedCall {
  readonly workspaceId: string;
  readonly callId: string;
  /** The newest that was asked for: a later one is no more our business. */
  readonly revision: number;
}

/** Where a service keeps which engine made which summary. */
export interface OutdatedSummaries {
  /** That of the engine it has now. */
  readonly engineVersion: string;
  /** A page at a time: whose newest summary is the embedded engine's, of such a version, and not about to be replaced. */
  readonly pages: (
    dataSource: DataSource,
    which: { readonly isOutdated: (version: string) => boolean; readonly workspaceId: string | undefined },
  ) => AsyncIterable<readonly OutdatedCall[]>;
}

/** One line of the list of such calls. */
export function lineOf({ workspaceId, callId, revision }: OutdatedCall): string {
  return JSON.stringify({ workspace_id: workspaceId, call_id: callId, revision });
}
