import type { Segment } from '@ci/contracts';
import { isErased, type StreamRef } from '@ci/domain';
import type { Projector } from '@ci/event-store';
import { showSides } from './call-transcript.sql.ts';
import type { CallContent, CallEvent, CallRecorded } from '../call/call.events.ts';

/** Keeps each transcript as the text of its JSON, and alone does so: it is answered and sent as it is stored, without being parsed. */
export const projectTranscript: Projector<CallEvent> = (events) => {
  const recorded = new Map<string, readonly string[]>();
  const sides = new Map<string, boolean>();
  const deleted = new Set<string>();
  for (const { event, stream } of events) {
    if (event.type === 'CallRecorded' && !isErased(event.personal))
      recorded.set(stream.id, rowOf(event, event.personal, stream));
    if (event.type === 'SpeakersSwapped') sides.set(stream.id, event.data.swapped);
    if (event.type === 'CallDeleted') {
      recorded.delete(stream.id);
      sides.delete(stream.id);
      deleted.add(stream.id);
    }
  }
  const rows = [...recorded.values()];
  const parts = Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, part) =>
    rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  );
  return [
    ...parts.map((some) => ({ text: insertTranscripts(some.length), values: some.flat() })),
    ...[...sides].map((side) => ({ text: showSides, values: side })),
    ...(deleted.size > 0 ? [{ text: deleteTranscripts, values: [[...deleted]] }] : []),
  ];
};

function rowOf({ data }: CallRecorded, { transcript }: CallContent, stream: StreamRef): readonly string[] {
  return [data.call_id, stream.id, stream.workspaceId, transcriptJson(transcript)];
}

const written = new WeakMap<readonly Segment[], string>();

/** The transcript as it is stored and answered. Of one that is recorded both happen: it is written once. */
export function transcriptJson(transcript: readonly Segment[]): string {
  const known = written.get(transcript) ?? JSON.stringify(transcript);
  written.set(transcript, known);
  return known;
}

const deleteTranscripts = 'DELETE FROM call_transcripts WHERE stream_id = ANY ($1::text[])';

/** A statement has 65,535 parameters at most. */
const ROWS_AT_ONCE = 1_000;

/** One parameter each: inside an array or in JSON a transcript full of quotes would be escaped and parsed once more. */
function insertTranscripts(count: number): string {
  const places = (row: number): string => [1, 2, 3, 4].map((column) => `$${row * 4 + column}`).join(', ');
  const values = Array.from({ length: count }, (_, row) => `(${places(row)})`).join(', ');
  return `INSERT INTO call_transcripts (call_id, stream_id, workspace_id, segments) VALUES ${values} ON CONFLICT (call_id) DO NOTHING`;
}
