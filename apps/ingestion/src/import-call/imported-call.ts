import { callLimits, type CreateCall, type ImportReport, type SpeakerMapping } from '@ci/contracts';
import { DomainError, invalidRequest, type ErrorDetail } from '@ci/domain';
import { timestamp } from '@ci/validation';
import {
  findSegmentProblems,
  mapSpeakers,
  readTranscript,
  TranscriptError,
  type ImportedTranscript,
  type SpeakerSide,
} from '@ci/transcripts';
import { emailOf } from '../record-call/email-address.ts';
import type { ImportCall } from './import-call.dto.ts';

/** An imported call in the form in which calls are recorded, and how the file was understood. */
export interface ImportedCall {
  readonly body: CreateCall;
  readonly speakerMapping: SpeakerMapping;
  readonly report: ImportReport;
}

/** Reads a transcript file; what is wrong with it is named by `field`. */
export function readFile(
  bytes: Uint8Array,
  { format, field }: { readonly format: 'auto' | ImportedTranscript['format']; readonly field: string },
): ImportedTranscript {
  try {
    return readTranscript(bytes, { format });
  } catch (error) {
    if (error instanceof TranscriptError) throw invalidRequest([{ field, message: error.message }]);
    throw error;
  }
}

/** Gives every speaker of the file a side, by what the parameters say about the people. */
export function importedCall(
  parameters: ImportCall,
  file: ImportedTranscript,
  ownDomains: readonly string[],
): ImportedCall {
  const rep = { name: parameters.rep_name ?? null, email: emailOf(parameters.rep_email) };
  const prospect = { name: parameters.prospect_name ?? null, email: emailOf(parameters.prospect_email) };
  const explicit = sidesBySpeaker(parameters.speaker ?? []);
  const mapped = mapSpeakers(file.cues, { explicit, rep, prospect, attendees: [], ownDomains });
  refuse(findSegmentProblems(mapped.segments));
  refuseTooLarge(mapped.segments);
  return {
    body: {
      rep_id: parameters.rep_id,
      rep,
      started_at: timestamp(parameters.started_at),
      prospect: { ...prospect, company: parameters.company ?? null },
      transcript: [...mapped.segments],
      external_id: parameters.external_id ?? null,
      source: parameters.source ?? null,
      timezone: parameters.timezone ?? null,
    },
    speakerMapping: mapped.speakerMapping,
    report: { format: file.format, speakers: [...mapped.speakers], notes: [...file.notes] },
  };
}

/** `NAME:rep`; the name may hold colons itself. */
function sidesBySpeaker(speakers: readonly string[]): Record<string, SpeakerSide> {
  return Object.fromEntries(
    speakers.map((text) => {
      const colon = text.lastIndexOf(':');
      return [text.slice(0, colon), text.slice(colon + 1) as SpeakerSide];
    }),
  );
}

function refuse(problems: readonly ErrorDetail[]): void {
  if (problems.length > 0) throw invalidRequest(problems);
}

// A file within the limit can be three times as large as JSON: UTF-16, characters that are escaped, unreadable bytes.
const TRANSCRIPT_BYTES = callLimits.bodyBytes + 2 * 1024 * 1024;

/** What is recorded has to fit into one message. */
function refuseTooLarge(segments: readonly unknown[]): void {
  if (Buffer.byteLength(JSON.stringify(segments)) <= TRANSCRIPT_BYTES) return;
  throw new DomainError('payload_too_large', 'The transcript of this file is larger than 12 MB as JSON.');
}
