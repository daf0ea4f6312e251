import { Type, type Static } from 'typebox';
import { nullable, Score } from '../schema.ts';
import { EvidenceSchema } from './summary.ts';

const bound = nullable(Type.Number());

export const CoachingCriterionSchema = Type.Object(
  {
    id: Type.String({ description: 'Of the formula; docs/metrics.md defines each.', examples: ['talk_ratio'] }),
    label: Type.String(),
    points: Type.Integer({ minimum: 0, maximum: 100, description: 'The points of all criteria add up to the score.' }),
    max_points: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Those of all criteria add up to 100: what is not judged leaves its points to the others.',
    }),
    value: Type.Number({ description: 'As measured, in `unit`.' }),
    unit: Type.String({
      description: '`ratio`, `milliseconds`, `count`, `per_ten_minutes` or `per_hundred_words`.',
      examples: ['ratio'],
    }),
    target: Type.Object(
      { min: bound, max: bound },
      { description: 'Values from `min` to `max` earn all points; null: open on that side.' },
    ),
    evidence: Type.Array(EvidenceSchema, {
      description:
        'What was counted, at most ten passages; none where nothing was, or where the whole call is measured.',
    }),
  },
  { $id: 'CoachingCriterion' },
);
export type CoachingCriterion = Static<typeof CoachingCriterionSchema>;

export const UnjudgedCriterionSchema = Type.Object(
  {
    id: Type.String({ examples: ['patience'] }),
    label: Type.String(),
    reason: Type.String({
      description:
        '`one_side_only`: only one side is heard. `no_times`: the transcript has no times. `no_pauses`: no pause before a reply could be measured. ' +
        '`none_raised`: there was nothing to answer.',
      examples: ['no_pauses'],
    }),
  },
  { $id: 'UnjudgedCriterion' },
);
export type UnjudgedCriterion = Static<typeof UnjudgedCriterionSchema>;

export const CallCoachingSchema = Type.Object(
  {
    call_id: Type.String(),
    score: Score,
    formula: Type.Object(
      { name: Type.String(), version: Type.String() },
      { description: 'Scores of different versions are not to be compared.' },
    ),
    criteria: Type.Array(CoachingCriterionSchema),
    not_judged: Type.Array(UnjudgedCriterionSchema, {
      description: 'Criteria that this call gives no ground to judge.',
    }),
    revision: Type.Integer({ minimum: 1, description: 'Counts the analyses of this call.' }),
  },
  { $id: 'CallCoaching' },
);
export type CallCoaching = Static<typeof CallCoachingSchema>;
