import {
  erased,
  type DomainEvent,
  type Erased,
  type EventCatalogue,
  type EventInAnyVersion,
  type StreamRef,
} from '@ci/domain';

/** Where an event came from. Ids only: metadata is as immutable as the event. */
export interface EventMetadata {
  readonly actor?: string;
  readonly correlationId?: string;
  readonly causationId?: string;
  readonly traceparent?: string;
}

/** An event with its place in the store. */
export interface StoredEvent<Event extends DomainEvent> {
  readonly event: Event;
  readonly eventId: string;
  readonly stream: StreamRef;
  /** 1, 2, 3 … within the stream. */
  readonly version: number;
  /** A decimal string: positions outgrow JavaScript's numbers. */
  readonly globalPosition: string;
  readonly recordedAt: Date;
  readonly metadata: EventMetadata;
}

/** The same while its place among all events is not known yet. */
export type NewEvent<Event extends DomainEvent> = Omit<StoredEvent<Event>, 'globalPosition'>;

/** A row of `storedEventSelect`. */
export interface StoredEventRow {
  readonly stream_id: string;
  readonly stream_type: string;
  readonly workspace_id: string;
  readonly version: string;
  readonly global_position: string;
  readonly transaction_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly schema_version: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: EventMetadata;
  readonly recorded_at: Date;
  readonly subject_id: string | null;
  readonly personal: string | null;
}

/** A row as an event of today's schema version. */
export function storedEventOf<Event extends DomainEvent>(
  row: StoredEventRow,
  catalogue: EventCatalogue<Event>,
): StoredEvent<Event> {
  return {
    event: catalogue.upcast(eventAsStored(row), row.schema_version),
    eventId: row.event_id,
    stream: { type: row.stream_type, id: row.stream_id, workspaceId: row.workspace_id },
    version: Number(row.version),
    globalPosition: row.global_position,
    recordedAt: row.recorded_at,
    metadata: row.metadata,
  };
}

function eventAsStored(row: StoredEventRow): EventInAnyVersion {
  const event = { type: row.event_type, data: row.data };
  if (row.subject_id === null) return event;
  const personal = personalOf(row.personal);
  return row.subject_id === row.stream_id ? { ...event, personal } : { ...event, personal, subject: row.subject_id };
}

/** `subject_id` shows that there was a personal part; a missing row then means that it was erased. */
function personalOf(text: string | null): Readonly<Record<string, unknown>> | Erased {
  return text === null ? erased : (JSON.parse(text) as Readonly<Record<string, unknown>>);
}
