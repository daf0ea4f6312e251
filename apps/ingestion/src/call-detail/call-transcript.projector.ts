import type { Segment } from '@ci/contracts';
import { isErased, type StreamRef } from '@ci/domain';
import type { NewEvent, Projector } from '@ci/event-store';
import type { Statement } from '@ci/database';
import type { EntityManager } from 'typeorm';
import type { CallContent, CallEvent, CallRecorded } from '../call/call.events.ts';
import { swappedSegments } from '../call/swapped-segments.ts';

/** Keeps each transcript as the text of its JSON, and alone does so: it is answered and sent as it is stored, without being parsed. */
export const projectTranscript: Projector<CallEvent> = async (tx, events) => {
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
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    const some = rows.slice(first, first + ROWS_AT_ONCE);
    await tx.query(insertTranscripts(some.length), some.flat());
  }
  for (const [stream, swapped] of sides) await showSides(tx, stream, swapped);
  if (deleted.size > 0) {
    await tx.query('DELETE FROM call_transcripts WHERE stream_id = ANY ($1::text[])', [[...deleted]]);
  }
};

/** The transcripts of calls that these events record, at most `ROWS_AT_ONCE`. */
export function recordedTranscripts(events: readonly NewEvent<CallEvent>[]): Statement {
  const rows = events.flatMap(({ event, stream }) =>
    event.type === 'CallRecorded' && !isErased(event.personal) ? [rowOf(event, event.personal, stream)] : [],
  );
  return { text: insertTranscripts(rows.length), values: rows.flat() };
}

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

/** Exchanges the sides of a stored transcript unless they are those already: one that is projected again stays as it is. */
async function showSides(tx: EntityManager, stream: string, swapped: boolean): Promise<void> {
  const [row] = await tx.query<{ segments: string }[]>(
    'SELECT segments FROM call_transcripts WHERE stream_id = $1 AND swapped <> $2 FOR UPDATE',
    [stream, swapped],
  );
  if (row === undefined) return;
  const segments = JSON.stringify(swappedSegments(JSON.parse(row.segments) as Segment[]));
  await tx.query('UPDATE call_transcripts SET segments = $2, swapped = $3 WHERE stream_id = $1', [
    stream,
    segments,
    swapped,
  ]);
}

/** A statement has 65,535 parameters at most. */
const ROWS_AT_ONCE = 1_000;

/** One parameter each: inside an array or in JSON a transcript full of quotes would be escaped and parsed once more. */
function insertTranscripts(count: number): string {
  const places = (row: number): string => [1, 2, 3, 4].map((column) => `$${row * 4 + column}`).join(', ');
  const values = Array.from({ length: count }, (_, row) => `(${places(row)})`).join(', ');
  return `INSERT INTO call_transcripts (call_id, stream_id, workspace_id, segments) VALUES ${values} ON CONFLICT (call_id) DO NOTHING`;
}
