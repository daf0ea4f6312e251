import { Type, type Static } from 'typebox';
import { CalendarDate, nullable, oneOf, Timestamp } from '../schema.ts';
import { speakers } from './call.ts';
import { EvidenceSchema } from './summary.ts';

export const ActionItemSchema = Type.Object(
  {
    id: Type.String({ examples: ['act_01jd7vb2m4k6n8p0q2r4s6t8vw'] }),
    call_id: Type.String(),
    description: Type.String(),
    owner: oneOf(speakers, { description: 'The side that committed, or that was asked and agreed.' }),
    due_date: nullable(CalendarDate),
    completed: Type.Boolean(),
    completed_at: nullable(Timestamp),
    created_at: Timestamp,
    evidence: Type.Array(EvidenceSchema),
  },
  { $id: 'ActionItem' },
);
export type ActionItem = Static<typeof ActionItemSchema>;
