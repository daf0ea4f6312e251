import { Type, type Static } from 'typebox';
import { described, nullable, Score } from '../schema.ts';
import { callId } from './call.ts';
import { EvidenceSchema } from './summary.ts';

const bound = (description: string, example: number) => nullable(Type.Number({ description, examples: [example] }));

export const CoachingCriterionSchema = Type.Object(
  {
    id: Type.String({
      description: 'Id of the criterion. The page “Coaching score” defines each.',
      examples: ['talk_ratio'],
    }),
    label: Type.String({ description: 'Name of the criterion.', examples: ['Share of talking'] }),
    points: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Points earned. The points of all criteria add up to the score.',
      examples: [20],
    }),
    max_points: Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'Most points to earn. They add up to 100: criteria in `not_judged` leave their points to the others.',
      examples: [25],
    }),
    value: Type.Number({ description: 'Measured value, in `unit`.', examples: [0.48] }),
    unit: Type.String({
      description:
        'Unit of `value` and `target`: `ratio`, `milliseconds`, `count`, `per_ten_minutes` or `per_hundred_words`.',
      examples: ['ratio'],
    }),
    target: Type.Object(
      {
        min: bound('Lowest value with all points, in `unit`.', 0.3),
        max: bound('Highest value with all points, in `unit`.', 0.55),
      },
      { description: 'Values from `min` to `max` earn all points. `null`: no limit on that side.' },
    ),
    evidence: Type.Array(EvidenceSchema, {
      description:
        'At most ten of the counted passages. Empty if nothing was counted, or if the whole call is measured.',
    }),
  },
  { $id: 'CoachingCriterion', description: 'One criterion of the score, with the passages behind it.' },
);
export type CoachingCriterion = Static<typeof CoachingCriterionSchema>;

export const UnjudgedCriterionSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the criterion.', examples: ['patience'] }),
    label: Type.String({ description: 'Name of the criterion.', examples: ['Patience'] }),
    reason: Type.String({
      description:
        '`one_side_only`: only one side is heard. `no_times`: the transcript has no times. ' +
        '`no_pauses`: no pause before a reply could be measured. `none_raised`: there was nothing to answer.',
      examples: ['no_pauses'],
    }),
  },
  { $id: 'UnjudgedCriterion', description: 'A criterion that this call gives no ground to judge.' },
);
export type UnjudgedCriterion = Static<typeof UnjudgedCriterionSchema>;

export const CallCoachingSchema = Type.Object(
  {
    call_id: callId,
    score: described(Score, 'Coaching score, from 0 (lowest) to 100 (highest).', 63),
    formula: Type.Object(
      {
        name: Type.String({ description: 'Name of the formula.', examples: ['coaching'] }),
        version: Type.String({ description: 'Version of the formula.', examples: ['2'] }),
      },
      { description: 'The formula of the score. Compare only scores of the same version.' },
    ),
    criteria: Type.Array(CoachingCriterionSchema, { description: 'The criteria of the score.' }),
    not_judged: Type.Array(UnjudgedCriterionSchema, {
      description: 'Criteria that this call gives no ground to judge.',
    }),
    revision: Type.Integer({ minimum: 1, description: 'Counts the analyses of this call, from 1.', examples: [1] }),
  },
  { $id: 'CallCoaching', description: 'The coaching score of a call, by criteria.' },
);
export type CallCoaching = Static<typeof CallCoachingSchema>;
