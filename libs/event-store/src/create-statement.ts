import type { DomainEvent } from '@ci/domain';
import type { Statement } from '@ci/database';

import { creationStatement } from './append.sql.ts';
import type { EventRow } from './event-rows.ts';

/** A new stream with its events and what belongs to them, as one statement. */
export function createStatement(
  rows: readonly EventRow<DomainEvent>[],
  recordedAt: Date,
  writes: readonly Statement[],
): Statement {
  const [first] = rows;
  if (first === undefined) throw new TypeError('a stream begins with an event');
  const { stream, metadata } = first;
  const ofStream = [stream.id, stream.type, stream.workspaceId, rows.length, recordedAt.toISOString()];
  const ofEvents = rows.flatMap(({ eventId, event, schemaVersion, subject, personal }) => [
    eventId,
    event.type,
    schemaVersion,
    JSON.stringify(event.data),
    subject,
    ...(personal === null ? [] : [personal]),
  ]);
  return {
    text: textOf(
      rows.map(({ personal }) => personal !== null),
      writes.map(({ text }) => text),
    ),
    values: [...ofStream, JSON.stringify(metadata), ...ofEvents, ...writes.flatMap(({ values }) => values)],
  };
}

/** One text for each shape: connections prepare what they are sent again and again. */
const texts = new Map<string, string>();
const MOST_TEXTS = 1_000;

function textOf(personal: readonly boolean[], writes: readonly string[]): string {
  const shape = [personal.join(), ...writes].join('\n');
  const text = texts.get(shape) ?? newText(personal, writes);
  if (texts.size >= MOST_TEXTS) texts.clear();
  texts.set(shape, text);
  return text;
}

/** Anything but an INSERT would find nothing of what the same statement stores, and change nothing. */
function newText(personal: readonly boolean[], writes: readonly string[]): string {
  if (!writes.every((text) => /^\s*INSERT\b/.test(text)))
    throw new TypeError('a new stream is stored by INSERTs alone');
  return creationStatement(personal, writes);
}
