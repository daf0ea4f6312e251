import { Type, type Static } from 'typebox';
import { described, Milliseconds, nullable, oneOf, Score, Timestamp } from '../schema.ts';

export const outcomes = ['won', 'lost', 'follow_up', 'no_outcome'] as const;
export type Outcome = (typeof outcomes)[number];

export const speakers = ['rep', 'prospect'] as const;
export type Speaker = (typeof speakers)[number];

export const analysisStatuses = ['pending', 'ready', 'failed'] as const;
export type AnalysisStatus = (typeof analysisStatuses)[number];

export const speakerMappings = ['explicit', 'email', 'name', 'domain', 'guessed'] as const;
export type SpeakerMapping = (typeof speakerMappings)[number];

/** Limits of a recorded call. Bytes, counts, milliseconds and characters. */
export const callLimits = {
  bodyBytes: 10 * 1024 * 1024,
  segments: 20_000,
  durationSeconds: 43_200,
  segmentCharacters: 10_000,
  metadataKeys: 50,
} as const;

export const SegmentSchema = Type.Object(
  {
    speaker: oneOf(speakers, { description: 'The side that speaks.' }),
    start_ms: described(Milliseconds, 'Start of the segment, in milliseconds from the start of the call.', 6_300),
    end_ms: described(Milliseconds, 'End of the segment, in milliseconds from the start of the call.', 12_000),
    text: Type.String({
      maxLength: callLimits.segmentCharacters,
      description: 'The transcribed text.',
      examples: ['You can start on the basic plan and move up later.'],
    }),
  },
  { $id: 'Segment', description: 'One stretch of speech, in milliseconds from the start of the call.' },
);
export type Segment = Static<typeof SegmentSchema>;

/** The id of a call, as every resource names it. */
export const callId = Type.String({
  description: 'Id of the call.',
  examples: ['call_01jd7v9k3rf0p8m2c5q6t4w9xz'],
});

const callFields = {
  id: callId,
  created_at: Type.String({
    format: 'date-time',
    description: 'Start of the call, in UTC, as given in `started_at`. Lists sort by it.',
    examples: ['2026-11-20T15:00:00.000Z'],
  }),
  updated_at: described(Timestamp, 'Last change of any field of the call, in UTC.'),
  duration_seconds: Type.Integer({
    minimum: 0,
    maximum: callLimits.durationSeconds,
    description: 'Length of the call, in seconds.',
    examples: [18],
  }),
  rep_id: Type.String({
    description: 'User ID of the sales rep, exactly as the client gave it.',
    examples: ['user_dana'],
  }),
  prospect_email: nullable(
    Type.String({
      description: 'Email address of the prospect, in lower case. `null` if it is unknown.',
      examples: ['marcus.webb@acme-logistics.example'],
    }),
  ),
  coaching_score: nullable(
    described(Score, 'Coaching score, from 0 (lowest) to 100 (highest). `null` until the analysis is ready.', 63),
  ),
  outcome: oneOf(outcomes, { description: 'Result of the call. `no_outcome` until a client or the analysis sets it.' }),
  outcome_source: oneOf(['provided', 'inferred'], {
    description:
      'Source of the outcome: a client (`provided`) or the transcript (`inferred`). Analysis never overwrites `provided`.',
  }),
  analysis_status: oneOf(analysisStatuses, {
    description: 'State of the newest analysis. `failed`: there will be no summary.',
  }),
  title: nullable(Type.String({ description: 'Title of the call.', examples: ['Acme Logistics: pricing'] })),
  external_id: nullable(
    Type.String({
      description: 'Id of the call in the system that it comes from. Unique together with `source`.',
      examples: ['zoom-92817'],
    }),
  ),
  source: nullable(Type.String({ description: 'System that the call comes from.', examples: ['zoom'] })),
};

export const CallSchema = Type.Object(callFields, {
  $id: 'Call',
  description: 'A recorded call, as lists and events show it.',
});
export type Call = Static<typeof CallSchema>;

/** Without its own name in the document. */
export const ProspectSchema = Type.Object(
  {
    email: nullable(
      Type.String({
        description: 'Email address, in lower case. `null` if it is unknown.',
        examples: ['marcus.webb@acme-logistics.example'],
      }),
    ),
    name: nullable(Type.String({ description: 'Full name. `null` if it is unknown.', examples: ['Marcus Webb'] })),
    company: nullable(Type.String({ description: 'Company. `null` if it is unknown.', examples: ['Acme Logistics'] })),
  },
  { description: 'The prospect of the call.' },
);
export type Prospect = Static<typeof ProspectSchema>;

export const CallDetailSchema = Type.Object(
  {
    ...callFields,
    rep: Type.Object(
      {
        name: nullable(Type.String({ description: 'Full name. `null` if it is unknown.', examples: ['Dana Reyes'] })),
        email: nullable(
          Type.String({
            description: 'Email address, in lower case. `null` if it is unknown.',
            examples: ['dana@example.com'],
          }),
        ),
      },
      { description: 'The sales rep of the call.' },
    ),
    prospect: ProspectSchema,
    timezone: Type.String({
      description: 'IANA time zone in which relative dates of this call are read.',
      examples: ['America/New_York'],
    }),
    metadata: Type.Record(Type.String(), Type.String({ description: 'A value of the client.' }), {
      description: 'Keys and values that the client gave. The service stores and returns them.',
      examples: [{ deal_id: 'D-1042' }],
    }),
    speaker_mapping: nullable(
      oneOf(speakerMappings, {
        description:
          'How the speakers of an imported file were mapped to the two sides. `explicit` once a client has corrected them. `null` for calls that were not imported.',
      }),
    ),
    transcript: Type.Array(SegmentSchema, { description: 'The whole conversation, ordered by `start_ms`.' }),
  },
  { $id: 'CallDetail', description: 'A recorded call with its transcript.' },
);
export type CallDetail = Static<typeof CallDetailSchema>;
