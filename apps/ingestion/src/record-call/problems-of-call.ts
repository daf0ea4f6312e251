import type { Segment } from '@ci/contracts';
import type { ErrorDetail } from '@ci/domain';
import { findSegmentProblems } from '@ci/transcripts';
import { isEmailAddress } from './email-address.ts';
import { isTimeZone } from './time-zone.ts';

/** What the schema of the body cannot say. */
export function problemsOfCall(body: Readonly<Record<string, unknown>>): ErrorDetail[] {
  const attendees = Array.isArray(body['attendees']) ? (body['attendees'] as unknown[]) : [];
  return [
    ...emailProblems('rep', body['rep']),
    ...emailProblems('prospect', body['prospect']),
    ...attendees.flatMap((attendee, index) => emailProblems(`attendees[${index}]`, attendee)),
    ...timeZoneProblems(body['timezone']),
    ...transcriptProblems(body['transcript'], body['duration_seconds']),
  ];
}

function emailProblems(field: string, person: unknown): ErrorDetail[] {
  const email = isObject(person) ? person['email'] : undefined;
  if (typeof email !== 'string' || email.trim() === '' || isEmailAddress(email)) return [];
  return [{ field: `${field}.email`, message: 'must be an email address' }];
}

function timeZoneProblems(timezone: unknown): ErrorDetail[] {
  if (typeof timezone !== 'string' || timezone === '' || isTimeZone(timezone)) return [];
  return [{ field: 'timezone', message: 'must be an IANA time zone such as Europe/Lisbon' }];
}

function transcriptProblems(transcript: unknown, duration: unknown): readonly ErrorDetail[] {
  if (!Array.isArray(transcript)) return [];
  if (transcript.length === 0 && (duration === undefined || duration === null)) {
    return [{ field: 'duration_seconds', message: 'is required when the transcript is empty' }];
  }
  // What is no segment keeps its place, so that the others keep their numbers.
  return findSegmentProblems(transcript.map(segmentOf));
}

function segmentOf(value: unknown): Segment {
  const { start_ms, end_ms, text } = isObject(value) ? value : {};
  const timed = typeof start_ms === 'number' && typeof end_ms === 'number';
  return {
    speaker: 'rep',
    start_ms: timed ? start_ms : 0,
    end_ms: timed ? end_ms : 0,
    text: typeof text === 'string' ? text : '',
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
