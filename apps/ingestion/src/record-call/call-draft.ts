import type { CreateCall, SpeakerMapping } from '@ci/contracts';
import type { Caller } from '@ci/security';
import { instantOf, timestamp } from '@ci/validation';
import { durationSeconds, normaliseSegments } from '@ci/transcripts';
import type { CallContent, CallFacts, Person, Prospect } from '../call/call.events.ts';
import { prospectOf } from '../call/prospect.ts';
import { contentHash } from '../call-list/content-hash.ts';
import { emailOf } from './email-address.ts';

/** A call that is ready to be recorded: checked, completed, and without an id yet. */
export interface CallDraft {
  readonly facts: Omit<CallFacts, 'call_id'>;
  readonly content: CallContent;
}

/** Completes what a client sent by what follows from it and from the workspace. Expects a checked body. */
export function draftCall(
  body: CreateCall,
  workspace: Caller['workspace'],
  speakerMapping: SpeakerMapping | null = null,
): CallDraft {
  const transcript = normaliseSegments(body.transcript).map(({ speaker, start_ms, end_ms, text }) => ({
    speaker,
    start_ms,
    end_ms,
    text,
  }));
  const rep = personOf(body.rep);
  const attendees = (body.attendees ?? []).map(personOf);
  const named: Prospect = { ...personOf(body.prospect), company: trimmed(body.prospect?.company) };
  const facts = {
    rep_id: body.rep_id,
    started_at: timestamp(instantOf(body.started_at)),
    duration_seconds: body.duration_seconds ?? durationSeconds(transcript),
    outcome_provided: body.outcome ?? null,
    source: textOf(body.source),
    timezone: textOf(body.timezone) ?? workspace.timezone,
    speaker_mapping: speakerMapping,
    segment_count: transcript.length,
  };
  const external_id = textOf(body.external_id);
  const content = {
    rep,
    prospect: prospectOf({ rep, prospect: named, attendees, ownDomains: workspace.domains }),
    attendees,
    title: textOf(body.title),
    external_id,
    metadata: body.metadata ?? {},
    transcript,
  };
  // Now, for the transcript does not come back with the event.
  return { facts, content: external_id === null ? content : { ...content, content_hash: contentHash(facts, content) } };
}

function personOf(
  person: { readonly name?: string | null; readonly email?: string | null } | null | undefined,
): Person {
  return { name: trimmed(person?.name), email: emailOf(person?.email) };
}

function trimmed(text: string | null | undefined): string | null {
  return textOf(text?.trim());
}

/** A text that says nothing is none; any other stays as it was given. */
export function textOf(text: string | null | undefined): string | null {
  return text === undefined || text === null || text.trim() === '' ? null : text;
}
