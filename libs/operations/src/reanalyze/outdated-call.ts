/** A call whose summary an older engine made. */
export interface OutdatedCall {
  readonly workspaceId: string;
  readonly callId: string;
  /** The newest that was asked for: a later one is no more our business. */
  readonly revision: number;
}

/** One line of the list of such calls. */
export function lineOf({ workspaceId, callId, revision }: OutdatedCall): string {
  return JSON.stringify({ workspace_id: workspaceId, call_id: callId, revision });
}
