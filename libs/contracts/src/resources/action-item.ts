import { Type, type Static } from 'typebox';
import { CalendarDate, described, nullable, oneOf, Timestamp } from '../schema.ts';
import { callId, ProspectSchema, speakers } from './call.ts';
import { EvidenceSchema } from './summary.ts';

const actionItemFields = {
  id: Type.String({ description: 'Id of the action item.', examples: ['act_01jd7vb2m4k6n8p0q2r4s6t8vw'] }),
  call_id: callId,
  description: Type.String({ description: 'The action to take.', examples: ['Send the prospect the contract'] }),
  owner: oneOf(speakers, { description: 'The side that committed, or that was asked and agreed.' }),
  due_date: nullable(described(CalendarDate, 'Date by which it is due. `null` if none was stated on the call.')),
  completed: Type.Boolean({ description: 'Whether the item is completed.', examples: [false] }),
  completed_at: nullable(described(Timestamp, 'When it was completed, in UTC. `null` while it is open.')),
  created_at: described(Timestamp, 'When the item was created, in UTC.'),
  evidence: Type.Array(EvidenceSchema, { description: 'The passages of the transcript behind the item.' }),
};

export const ActionItemSchema = Type.Object(actionItemFields, {
  $id: 'ActionItem',
  description: 'An action item, as events show it beside its call.',
});
export type ActionItem = Static<typeof ActionItemSchema>;

export const ActionItemDetailSchema = Type.Object(
  { ...actionItemFields, prospect: ProspectSchema },
  { $id: 'ActionItemDetail', description: 'An action item with the prospect of its call.' },
);
export type ActionItemDetail = Static<typeof ActionItemDetailSchema>;
