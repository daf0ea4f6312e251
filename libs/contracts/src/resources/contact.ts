import { Type, type Static } from 'typebox';
import { nullable, oneOf, Score, Timestamp } from '../schema.ts';
import { outcomes } from './call.ts';

const contactFields = {
  id: Type.String({ examples: ['con_01jd7v9m8kq2s4v6x8z0b2d4fg'] }),
  email: Type.String({ description: 'Lower case.' }),
  name: nullable(Type.String()),
  company: nullable(Type.String()),
  call_count: Type.Integer({ minimum: 0 }),
  last_call_at: nullable(Type.String({ format: 'date-time', description: 'null as long as no call counts.' })),
  created_at: Timestamp,
};

export const ContactSchema = Type.Object(contactFields, { $id: 'Contact' });
export type Contact = Static<typeof ContactSchema>;

export const ContactCallSchema = Type.Object(
  {
    id: Type.String(),
    created_at: Timestamp,
    duration_seconds: Type.Integer({ minimum: 0 }),
    rep_id: Type.Optional(
      nullable(
        Type.String({
          description:
            'User ID of the sales rep, exactly as it was given. null where the call was recorded before contacts 1.1; absent where an older ' +
            'release answers.',
        }),
      ),
    ),
    coaching_score: nullable(Score),
    outcome: oneOf(outcomes),
  },
  { $id: 'ContactCall', description: 'A call in the history of a contact.' },
);
export type ContactCall = Static<typeof ContactCallSchema>;

export const ContactDetailSchema = Type.Object(
  { ...contactFields, calls: Type.Array(ContactCallSchema) },
  { $id: 'ContactDetail', description: 'A contact with its calls, newest first.' },
);
export type ContactDetail = Static<typeof ContactDetailSchema>;
