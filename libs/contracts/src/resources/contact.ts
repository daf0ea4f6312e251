import { Type, type Static } from 'typebox';
import { described, nullable, oneOf, Score, Timestamp } from '../schema.ts';
import { callId, outcomes } from './call.ts';

const contactFields = {
  id: Type.String({ description: 'Id of the contact.', examples: ['con_01jd7v9m8kq2s4v6x8z0b2d4fg'] }),
  email: Type.String({
    description: 'Email address, in lower case.',
    examples: ['marcus.webb@acme-logistics.example'],
  }),
  name: nullable(Type.String({ description: 'Full name. `null` if it is unknown.', examples: ['Marcus Webb'] })),
  company: nullable(Type.String({ description: 'Company. `null` if it is unknown.', examples: ['Acme Logistics'] })),
  call_count: Type.Integer({
    minimum: 0,
    description: 'Number of calls of the workspace with this contact.',
    examples: [2],
  }),
  last_call_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'Start of the most recent call, in UTC. `null` if there is no call.',
      examples: ['2026-11-20T15:00:00.000Z'],
    }),
  ),
  created_at: described(Timestamp, 'When the contact was created, in UTC.'),
};

export const ContactSchema = Type.Object(contactFields, {
  $id: 'Contact',
  description: 'A prospect, found by email address.',
});
export type Contact = Static<typeof ContactSchema>;

export const ContactCallSchema = Type.Object(
  {
    id: callId,
    created_at: described(Timestamp, 'Start of the call, in UTC.'),
    duration_seconds: Type.Integer({ minimum: 0, description: 'Length of the call, in seconds.', examples: [18] }),
    rep_id: Type.Optional(
      nullable(
        Type.String({
          description:
            'User ID of the sales rep, exactly as the client gave it. `null` for calls recorded before contacts 1.1. ' +
            'Absent if an older release answers.',
          examples: ['user_dana'],
        }),
      ),
    ),
    coaching_score: nullable(
      described(Score, 'Coaching score, from 0 (lowest) to 100 (highest). `null` until the analysis is ready.', 63),
    ),
    outcome: oneOf(outcomes, { description: 'Result of the call.' }),
  },
  { $id: 'ContactCall', description: 'A call in the history of a contact.' },
);
export type ContactCall = Static<typeof ContactCallSchema>;

export const ContactDetailSchema = Type.Object(
  {
    ...contactFields,
    calls: Type.Array(ContactCallSchema, { description: 'The calls with this contact, newest first.' }),
  },
  { $id: 'ContactDetail', description: 'A contact with its calls, newest first.' },
);
export type ContactDetail = Static<typeof ContactDetailSchema>;
