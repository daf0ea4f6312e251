import { Type, type Static } from 'typebox';
import { CalendarDate, nullable, oneOf, Timestamp } from '../schema.ts';
import { ProspectSchema, speakers } from './call.ts';
import { EvidenceSchema } from './summary.ts';

const actionItemFields = {
  id: Type.String({ examples: ['act_01jd7vb2m4k6n8p0q2r4s6t8vw'] }),
  call_id: Type.String(),
  description: Type.String(),
  owner: oneOf(speakers, { description: 'The side that committed, or that was asked and agreed.' }),
  due_date: nullable(CalendarDate),
  completed: Type.Boolean(),
  completed_at: nullable(Timestamp),
  created_at: Timestamp,
  evidence: Type.Array(EvidenceSchema),
};

export const ActionItemSchema = Type.Object(actionItemFields, {
  $id: 'ActionItem',
  description: 'An action item as events show it, beside its call.',
});
export type ActionItem = Static<typeof ActionItemSchema>;

export const ActionItemDetailSchema = Type.Object(
  { ...actionItemFields, prospect: ProspectSchema },
  { $id: 'ActionItemDetail', description: 'An action item with whom its call was.' },
);
export type ActionItemDetail = Static<typeof ActionItemDetailSchema>;
