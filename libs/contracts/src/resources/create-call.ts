import { Type, type Static } from 'typebox';
import { nullable, oneOf } from '../schema.ts';
import { callLimits, outcomes, SegmentSchema } from './call.ts';

const optionalText = (maxLength: number) => Type.Optional(nullable(Type.String({ maxLength })));
const optionalEmail = Type.Optional(nullable(Type.String({ maxLength: 320 })));

/** Body of `POST /calls`. Unknown fields are ignored. E-mail addresses and instants are checked once more by the service. */
export const CreateCallSchema = Type.Object(
  {
    rep_id: Type.String({ minLength: 1, maxLength: 200 }),
    rep: Type.Optional(nullable(Type.Object({ name: optionalText(200), email: optionalEmail }))),
    started_at: Type.String({ format: 'date-time', description: 'RFC 3339 with a zone. Becomes created_at.' }),
    duration_seconds: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: callLimits.durationSeconds }))),
    prospect: Type.Optional(
      nullable(Type.Object({ email: optionalEmail, name: optionalText(200), company: optionalText(200) })),
    ),
    attendees: Type.Optional(
      nullable(Type.Array(Type.Object({ email: optionalEmail, name: optionalText(200) }), { maxItems: 500 })),
    ),
    transcript: Type.Array(SegmentSchema, { maxItems: callLimits.segments }),
    outcome: Type.Optional(nullable(oneOf(outcomes))),
    title: optionalText(500),
    external_id: optionalText(200),
    source: optionalText(100),
    timezone: Type.Optional(nullable(Type.String({ description: 'IANA time zone; else the workspace’s.' }))),
    metadata: Type.Optional(
      nullable(Type.Record(Type.String(), Type.String({ maxLength: 500 }), { maxProperties: callLimits.metadataKeys })),
    ),
  },
  { $id: 'CreateCall', description: 'An ended call to record.' },
);
export type CreateCall = Static<typeof CreateCallSchema>;
