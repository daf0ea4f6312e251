import { isErased, type Projector } from '@ci/event-store';
import type { CallEvent } from '../call/call.events.ts';

/** Keeps each transcript as the text of its JSON: it is answered as it is stored, without being parsed. */
export const projectTranscript: Projector<CallEvent> = async (tx, events) => {
  for (const { event, stream } of events) {
    if (event.type === 'CallRecorded' && !isErased(event.personal)) {
      await tx.query(
        `INSERT INTO call_transcripts (call_id, stream_id, workspace_id, segments) VALUES ($1, $2, $3, $4)
         ON CONFLICT (call_id) DO NOTHING`,
        [event.data.call_id, stream.id, stream.workspaceId, JSON.stringify(event.personal.transcript)],
      );
    }
    if (event.type === 'CallDeleted') {
      await tx.query('DELETE FROM call_transcripts WHERE stream_id = $1', [stream.id]);
    }
  }
};
