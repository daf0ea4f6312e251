import type { Outcome } from '@ci/contracts';
import { isErased } from '@ci/domain';
import type { NewEvent } from '@ci/event-store';
import type { ContactEvent } from '../contact/contact.events.ts';

/** What some events amount to in one row of `contacts`. */
export interface ChangedContact {
  readonly stream_id: string;
  readonly workspace_id: string;
  /** Of the last event that concerns the row. */
  version: number;
  /** The row that may be there is of a contact that is no more. */
  forgotten: boolean;
  contact_id: string | null;
  email: string | null;
  registered_at: string | null;
  name: string | null;
  company: string | null;
  joined: number;
  last_joined: string | null;
  /** A call has left: the counters are made of the history. */
  recount: boolean;
}

/** What some events amount to in one row of `contact_calls`. A group of values counts where its flag is set. */
export interface ChangedCall {
  readonly stream_id: string;
  readonly call_id: string;
  readonly workspace_id: string;
  version: number;
  gone: boolean;
  joined: boolean;
  created_at: string | null;
  duration_seconds: number | null;
  rep_id: string | null;
  analysed: boolean;
  coaching_score: number | null;
  inferred_outcome: Outcome | null;
  provided: boolean;
  provided_outcome: Outcome | null;
}

/** Sums up the events of any number of contacts by row, so that each row is written once. */
export function changedContacts(events: readonly NewEvent<ContactEvent>[]): {
  readonly contacts: readonly ChangedContact[];
  readonly calls: readonly ChangedCall[];
} {
  const contacts = new Map<string, ChangedContact>();
  const calls = new Map<string, ChangedCall>();
  for (const stored of events) {
    apply(
      stored,
      () => entry(contacts, stored.stream.id, () => unchangedContact(stored), stored.version),
      (callId) => entry(calls, `${stored.stream.id} ${callId}`, () => unchangedCall(stored, callId), stored.version),
    );
  }
  return { contacts: [...contacts.values()], calls: [...calls.values()] };
}

function apply(
  stored: NewEvent<ContactEvent>,
  contactOf: () => ChangedContact,
  callOf: (callId: string) => ChangedCall,
): void {
  const { event } = stored;
  switch (event.type) {
    case 'ContactRegistered':
      // Seen when rebuilding: the contact was forgotten later on.
      if (isErased(event.personal)) return;
      Object.assign(contactOf(), {
        contact_id: event.data.contactId,
        email: event.personal.email,
        registered_at: event.data.registeredAt,
      });
      return;
    case 'DetailsLearned': {
      if (isErased(event.personal)) return;
      const contact = contactOf();
      contact.name ??= event.personal.name;
      contact.company ??= event.personal.company;
      return;
    }
    case 'CallJoined': {
      const { callId, createdAt, durationSeconds, repId = null } = event.data;
      const joined = { joined: true, created_at: createdAt, duration_seconds: durationSeconds, rep_id: repId };
      Object.assign(callOf(callId), joined);
      const contact = contactOf();
      contact.joined += 1;
      contact.last_joined = later(contact.last_joined, createdAt);
      return;
    }
    case 'CallAnalysed': {
      const { callId, coachingScore, inferredOutcome } = event.data;
      const analysis = { analysed: true, coaching_score: coachingScore, inferred_outcome: inferredOutcome };
      Object.assign(callOf(callId), analysis);
      return;
    }
    case 'OutcomeProvided':
      Object.assign(callOf(event.data.callId), { provided: true, provided_outcome: event.data.outcome });
      return;
    case 'CallLeft':
      callOf(event.data.callId).gone = true;
      contactOf().recount = true;
      return;
    case 'ContactForgotten':
      Object.assign(contactOf(), { ...emptyContact(), forgotten: true, recount: true });
  }
}

function entry<Row extends { version: number }>(
  rows: Map<string, Row>,
  key: string,
  unchanged: () => Row,
  version: number,
): Row {
  const row = rows.get(key) ?? unchanged();
  rows.set(key, row);
  row.version = version;
  return row;
}

function unchangedContact({ stream, version }: NewEvent<ContactEvent>): ChangedContact {
  return { stream_id: stream.id, workspace_id: stream.workspaceId, version, ...emptyContact() };
}

function emptyContact(): Omit<ChangedContact, 'stream_id' | 'workspace_id' | 'version'> {
  return {
    forgotten: false,
    contact_id: null,
    email: null,
    registered_at: null,
    name: null,
    company: null,
    joined: 0,
    last_joined: null,
    recount: false,
  };
}

function unchangedCall({ stream, version }: NewEvent<ContactEvent>, callId: string): ChangedCall {
  return {
    stream_id: stream.id,
    call_id: callId,
    workspace_id: stream.workspaceId,
    version,
    gone: false,
    joined: false,
    created_at: null,
    duration_seconds: null,
    rep_id: null,
    analysed: false,
    coaching_score: null,
    inferred_outcome: null,
    provided: false,
    provided_outcome: null,
  };
}

/** Timestamps of the API, in one format: they compare as texts. */
function later(one: string | null, other: string): string {
  return one !== null && one > other ? one : other;
}
