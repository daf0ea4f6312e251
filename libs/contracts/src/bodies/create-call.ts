import { Type, type Static } from 'typebox';
import { eventExamples } from '../examples/event-examples.ts';
import { nullable, oneOf } from '../schema.ts';
import { callLimits, outcomes, SegmentSchema } from '../resources/call.ts';

const optionalText = (maxLength: number, description: string, example: string) =>
  Type.Optional(nullable(Type.String({ maxLength, description, examples: [example] })));
const optionalEmail = (description: string, example: string) => optionalText(320, description, example);

const { call, rep, prospect, timezone, segments } = eventExamples['call.transcribed'];

/** Body of `POST /calls`. Unknown fields are ignored. E-mail addresses and instants are checked once more by the service. */
export const CreateCallSchema = Type.Object(
  {
    rep_id: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Your user ID of the sales rep.',
      examples: ['user_dana'],
    }),
    rep: Type.Optional(
      nullable(
        Type.Object(
          {
            name: optionalText(200, 'Full name of the rep. Summaries use it.', 'Dana Reyes'),
            email: optionalEmail('Email address of the rep.', 'dana@example.com'),
          },
          { description: 'The sales rep. Helps to map speakers.' },
        ),
      ),
    ),
    started_at: Type.String({
      format: 'date-time',
      description: 'Start of the call: RFC 3339 with a zone. Becomes `created_at`.',
      examples: ['2026-11-20T10:00:00-05:00'],
    }),
    duration_seconds: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 0,
          maximum: callLimits.durationSeconds,
          description: 'Length of the call, in seconds. Default: the last `end_ms`, rounded up.',
          examples: [18],
        }),
      ),
    ),
    prospect: Type.Optional(
      nullable(
        Type.Object(
          {
            email: optionalEmail('Email address of the prospect, in any case.', 'marcus.webb@acme-logistics.example'),
            name: optionalText(200, 'Full name of the prospect.', 'Marcus Webb'),
            company: optionalText(200, 'Company of the prospect.', 'Acme Logistics'),
          },
          { description: 'The prospect. Give this or `attendees`.' },
        ),
      ),
    ),
    attendees: Type.Optional(
      nullable(
        Type.Array(
          Type.Object({
            email: optionalEmail('Email address of the attendee.', 'marcus.webb@acme-logistics.example'),
            name: optionalText(200, 'Full name of the attendee.', 'Marcus Webb'),
          }),
          {
            maxItems: 500,
            description: "Everyone on the invitation. The first one outside the workspace's domains is the prospect.",
          },
        ),
      ),
    ),
    transcript: Type.Array(SegmentSchema, {
      maxItems: callLimits.segments,
      description:
        'The conversation. Overlaps are allowed. An empty list needs `duration_seconds` and gives no summary.',
    }),
    outcome: Type.Optional(
      nullable(oneOf(outcomes, { description: 'Result of the call. Default: the analysis infers it.' })),
    ),
    title: optionalText(500, 'Title of the call.', 'Acme Logistics: pricing'),
    external_id: optionalText(200, 'Id of the call in your system. Unique together with `source`.', 'zoom-92817'),
    source: optionalText(100, 'Name of your system.', 'zoom'),
    timezone: Type.Optional(
      nullable(
        Type.String({
          description: "IANA time zone in which dates are read. Default: the workspace's.",
          examples: ['America/New_York'],
        }),
      ),
    ),
    metadata: Type.Optional(
      nullable(
        Type.Record(Type.String(), Type.String({ maxLength: 500, description: 'A value.' }), {
          maxProperties: callLimits.metadataKeys,
          description: 'Keys and values of yours. The service stores and returns them.',
          examples: [{ deal_id: 'D-1042' }],
        }),
      ),
    ),
  },
  {
    $id: 'CreateCall',
    description: 'An ended call to record.',
    examples: [
      {
        rep_id: call.rep_id,
        rep,
        started_at: call.created_at,
        prospect,
        title: call.title,
        source: call.source,
        external_id: call.external_id,
        timezone,
        transcript: segments,
      },
    ],
  },
);
export type CreateCall = Static<typeof CreateCallSchema>;
