import type { StreamRef } from '@ci/domain';

/** The one stream of a call's summary and action items. */
export function analysisStream(workspaceId: string, callId: string): StreamRef {
  return { type: 'analysis', id: `analysis-${callId}`, workspaceId };
}
