import { Type, type Static } from 'typebox';
import { Milliseconds, nullable, oneOf, Score, Timestamp } from '../schema.ts';

export const EvidenceSchema = Type.Object(
  { start_ms: Milliseconds, end_ms: Milliseconds, quote: Type.String() },
  { $id: 'Evidence', description: 'A passage of the transcript; the quote stands literally in that segment.' },
);
export type Evidence = Static<typeof EvidenceSchema>;

const evidenceOfEach = Type.Array(Type.Array(EvidenceSchema));

export const SummaryEvidenceSchema = Type.Object(
  {
    overview: evidenceOfEach,
    key_moments: evidenceOfEach,
    objections: evidenceOfEach,
    responses: evidenceOfEach,
    decisions: evidenceOfEach,
    next_steps: evidenceOfEach,
  },
  {
    $id: 'SummaryEvidence',
    description: 'For each entry of the field of the same name (for overview: each sentence) the passages behind it.',
  },
);
export type SummaryEvidence = Static<typeof SummaryEvidenceSchema>;

export const KeyMomentSchema = Type.Object(
  { timestamp_ms: Milliseconds, description: Type.String() },
  { $id: 'KeyMoment' },
);
export type KeyMoment = Static<typeof KeyMomentSchema>;

export const ObjectionSchema = Type.Object(
  { objection: Type.String(), response: nullable(Type.String({ description: 'null when it was left unanswered.' })) },
  { $id: 'Objection' },
);
export type Objection = Static<typeof ObjectionSchema>;

/** Why a summary was written by the embedded engine although a language model is configured. */
export const fallbackReasons = [
  'daily_cap_reached',
  'too_long',
  'timed_out',
  'rate_limited',
  'provider_unavailable',
  'provider_rejected',
  'refused',
  'truncated',
  'invalid_answer',
  'unsupported_answer',
  'internal_error',
] as const;
export type FallbackReason = (typeof fallbackReasons)[number];

const EngineSchema = Type.Object(
  {
    name: Type.String(),
    version: Type.String({ description: "Of a language model's summary, the model's name is part of it." }),
    fallback_reason: Type.Optional(
      nullable(
        oneOf(fallbackReasons, {
          description: 'Why the embedded engine wrote it although a language model is configured; else null.',
        }),
      ),
    ),
  },
  { description: 'Which engine wrote the summary.' },
);

export const CallSummarySchema = Type.Object(
  {
    call_id: Type.String(),
    overview: Type.String({ description: 'Narrative of 2 to 4 sentences: context, key points, outcome.' }),
    key_moments: Type.Array(KeyMomentSchema),
    objections: Type.Array(ObjectionSchema),
    decisions: Type.Array(Type.String()),
    next_steps: Type.Array(Type.String()),
    coaching_score: Score,
    generated_at: Timestamp,
    revision: Type.Integer({ minimum: 1, description: 'Counts the analyses of this call.' }),
    engine: EngineSchema,
    evidence: SummaryEvidenceSchema,
  },
  { $id: 'CallSummary' },
);
export type CallSummary = Static<typeof CallSummarySchema>;
