import { Type, type Static } from 'typebox';
import { callId } from './call.ts';
import { described, Milliseconds, nullable, oneOf, Score, Timestamp } from '../schema.ts';

export const EvidenceSchema = Type.Object(
  {
    start_ms: described(Milliseconds, 'Start of the segment, in milliseconds from the start of the call.', 15_300),
    end_ms: described(Milliseconds, 'End of the segment, in milliseconds from the start of the call.', 18_000),
    quote: Type.String({
      description: 'Words of that segment, unchanged.',
      examples: ['I will send you the contract by next Friday.'],
    }),
  },
  { $id: 'Evidence', description: 'A passage of the transcript. The quote is literally in that segment.' },
);
export type Evidence = Static<typeof EvidenceSchema>;

const evidenceOfEach = (description: string) =>
  Type.Array(Type.Array(EvidenceSchema, { description: 'The passages behind one entry.' }), { description });

export const SummaryEvidenceSchema = Type.Object(
  {
    overview: evidenceOfEach('For each sentence of the overview.'),
    key_moments: evidenceOfEach('For each key moment.'),
    objections: evidenceOfEach('For each objection.'),
    responses: evidenceOfEach('For the response to each objection. Empty where there was none.'),
    decisions: evidenceOfEach('For each decision.'),
    next_steps: evidenceOfEach('For each next step.'),
  },
  {
    $id: 'SummaryEvidence',
    description: 'The passages behind each entry of the field of the same name, in the same order.',
  },
);
export type SummaryEvidence = Static<typeof SummaryEvidenceSchema>;

export const KeyMomentSchema = Type.Object(
  {
    timestamp_ms: described(Milliseconds, 'When it happened, in milliseconds from the start of the call.', 12_300),
    description: Type.String({
      description: 'The moment, in one sentence.',
      examples: ['The prospect agrees to go ahead.'],
    }),
  },
  { $id: 'KeyMoment', description: 'A moment of the call that matters for its result.' },
);
export type KeyMoment = Static<typeof KeyMomentSchema>;

export const ObjectionSchema = Type.Object(
  {
    objection: Type.String({
      description: 'The objection of the prospect, paraphrased.',
      examples: ['The reporting is great, but the price is higher than they budgeted for.'],
    }),
    response: nullable(
      Type.String({
        description: 'How the rep addressed it. `null` if it was left unanswered.',
        examples: ['They can start on the basic plan and move up later.'],
      }),
    ),
  },
  { $id: 'Objection', description: 'An objection with its response.' },
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
    name: Type.String({ description: 'Name of the engine.', examples: ['embedded'] }),
    version: Type.String({
      description: "Version of the engine. For a language model, the model's name is part of it.",
      examples: ['3.0.0'],
    }),
    fallback_reason: Type.Optional(
      nullable(
        oneOf(fallbackReasons, {
          description: 'Why the embedded engine wrote it although a language model is configured. Otherwise `null`.',
        }),
      ),
    ),
  },
  { description: 'The engine that wrote the summary.' },
);

export const CallSummarySchema = Type.Object(
  {
    call_id: callId,
    overview: Type.String({
      description: 'Narrative of 2 to 4 sentences: context, key points, outcome.',
      examples: ['Dana Reyes and Marcus Webb of Acme Logistics talked. They agreed to start with the basic plan.'],
    }),
    key_moments: Type.Array(KeyMomentSchema, { description: 'Key moments, ordered by `timestamp_ms`.' }),
    objections: Type.Array(ObjectionSchema, { description: 'Objections, in order of mention.' }),
    decisions: Type.Array(Type.String(), {
      description: 'Decisions and agreements, in order of mention.',
      examples: [['Start with the basic plan']],
    }),
    next_steps: Type.Array(Type.String(), {
      description: 'Agreed next steps, in order of mention.',
      examples: [['The rep will send the prospect the contract by 2026-11-27']],
    }),
    coaching_score: described(Score, 'Coaching score, from 0 (lowest) to 100 (highest).', 63),
    generated_at: described(Timestamp, 'When this summary was written, in UTC.'),
    revision: Type.Integer({ minimum: 1, description: 'Counts the analyses of this call, from 1.', examples: [1] }),
    engine: EngineSchema,
    evidence: SummaryEvidenceSchema,
  },
  { $id: 'CallSummary', description: 'The summary of a call, with the evidence of each statement.' },
);
export type CallSummary = Static<typeof CallSummarySchema>;
