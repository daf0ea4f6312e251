import type { StreamRef } from '@ci/domain';

export interface CallRef {
  readonly workspaceId: string;
  readonly callId: string;
}

/** Names the stream of a call. */
export function callStream({ workspaceId, callId }: CallRef): StreamRef {
  return { type: 'call', id: `call-${callId}`, workspaceId };
}
