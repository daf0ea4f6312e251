import { Type, type Static } from 'typebox';
import { Milliseconds, nullable, oneOf, Score, Timestamp } from '../schema.ts';

export const outcomes = ['won', 'lost', 'follow_up', 'no_outcome'] as const;
export type Outcome = (typeof outcomes)[number];

export const speakers = ['rep', 'prospect'] as const;
export type Speaker = (typeof speakers)[number];

export const analysisStatuses = ['pending', 'ready', 'failed'] as const;
export type AnalysisStatus = (typeof analysisStatuses)[number];

export const speakerMappings = ['explicit', 'email', 'name', 'domain', 'guessed'] as const;
export type SpeakerMapping = (typeof speakerMappings)[number];

/** Limits of a recorded call (decisions, item 8). Bytes, counts, milliseconds and characters. */
export const callLimits = {
  bodyBytes: 10 * 1024 * 1024,
  segments: 20_000,
  durationSeconds: 43_200,
  segmentCharacters: 10_000,
  metadataKeys: 50,
} as const;

export const SegmentSchema = Type.Object(
  {
    speaker: oneOf(speakers),
    start_ms: Milliseconds,
    end_ms: Milliseconds,
    text: Type.String({ maxLength: callLimits.segmentCharacters }),
  },
  { $id: 'Segment', description: 'One stretch of speech, in milliseconds from the start of the call.' },
);
export type Segment = Static<typeof SegmentSchema>;

const callFields = {
  id: Type.String({ examples: ['call_01jd7v9k3rf0p8m2c5q6t4w9xz'] }),
  created_at: Type.String({ format: 'date-time', description: 'When the call was recorded: its start.' }),
  updated_at: Timestamp,
  duration_seconds: Type.Integer({ minimum: 0, maximum: callLimits.durationSeconds }),
  rep_id: Type.String({ description: 'User ID of the sales rep, exactly as it was given.' }),
  prospect_email: nullable(Type.String()),
  coaching_score: nullable(Score),
  outcome: oneOf(outcomes),
  outcome_source: oneOf(['provided', 'inferred'], {
    description: 'Whether the outcome was given by a client or inferred from the transcript.',
  }),
  analysis_status: oneOf(analysisStatuses),
  title: nullable(Type.String()),
  external_id: nullable(Type.String()),
  source: nullable(Type.String()),
};

export const CallSchema = Type.Object(callFields, {
  $id: 'Call',
  description: 'A recorded call, as lists and events show it.',
});
export type Call = Static<typeof CallSchema>;

/** Without a name of its own in the document. */
export const ProspectSchema = Type.Object({
  email: nullable(Type.String()),
  name: nullable(Type.String()),
  company: nullable(Type.String()),
});
export type Prospect = Static<typeof ProspectSchema>;

export const CallDetailSchema = Type.Object(
  {
    ...callFields,
    rep: Type.Object({ name: nullable(Type.String()), email: nullable(Type.String()) }),
    prospect: ProspectSchema,
    timezone: Type.String({ description: 'IANA time zone in which relative dates of this call are read.' }),
    metadata: Type.Record(Type.String(), Type.String()),
    speaker_mapping: nullable(
      oneOf(speakerMappings, {
        description:
          'How the speakers of an imported file were told apart; null when segments came in as such. `explicit` once a client has corrected them.',
      }),
    ),
    transcript: Type.Array(SegmentSchema),
  },
  { $id: 'CallDetail', description: 'A recorded call with its transcript.' },
);
export type CallDetail = Static<typeof CallDetailSchema>;
