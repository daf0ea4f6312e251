import { Type, type Static, type TSchema } from 'typebox';
import { ActionItemSchema } from '../resources/action-item.ts';
import { CallSchema, callLimits, outcomes, ProspectSchema, SegmentSchema } from '../resources/call.ts';
import { ContactSchema } from '../resources/contact.ts';
import { CallSummarySchema } from '../resources/summary.ts';
import { nullable, oneOf, Timestamp, withoutNames } from '../schema.ts';
import { MessageParkedV1Schema, type DlqTopic, type MessageParked } from './parking-notice.ts';

const prospectEmail = Type.Object({ email: nullable(Type.String()) });
const revision = Type.Integer({ minimum: 1 });

export const CallEndedV1Schema = Type.Object(
  { call: CallSchema, prospect: ProspectSchema, external_id: nullable(Type.String()), source: nullable(Type.String()) },
  { title: 'call.ended', description: 'A call was recorded.' },
);
export type CallEnded = Static<typeof CallEndedV1Schema>;

export const CallTranscribedV1Schema = Type.Object(
  {
    call: CallSchema,
    prospect: ProspectSchema,
    rep: Type.Object({ name: nullable(Type.String()), email: nullable(Type.String()) }),
    external_id: nullable(Type.String()),
    source: nullable(Type.String()),
    timezone: Type.String(),
    outcome_provided: nullable(oneOf(outcomes)),
    revision,
    segments: Type.Array(SegmentSchema, { maxItems: callLimits.segments }),
    background: Type.Optional(
      Type.Boolean({
        description:
          'An operator asks for it, and no client waits: every other analysis goes first, and no language model is asked. Absent: false.',
      }),
    ),
  },
  { title: 'call.transcribed', description: 'The transcript of a call is ready to be analyzed, for this revision.' },
);
export type CallTranscribed = Static<typeof CallTranscribedV1Schema>;

export const CallUpdatedV1Schema = Type.Object(
  { call: CallSchema, prospect: ProspectSchema, outcome_provided: nullable(oneOf(outcomes)) },
  { title: 'call.updated', description: 'A client changed the outcome or the title of a call.' },
);
export type CallUpdated = Static<typeof CallUpdatedV1Schema>;

export const CallDeletedV1Schema = Type.Object(
  { call_id: Type.String(), prospect: prospectEmail, deleted_at: Timestamp },
  { title: 'call.deleted', description: 'A call was deleted. Each service erases its part of it.' },
);
export type CallDeleted = Static<typeof CallDeletedV1Schema>;

export const SummaryReadyV1Schema = Type.Object(
  {
    call: CallSchema,
    prospect: prospectEmail,
    summary: CallSummarySchema,
    action_items: Type.Array(ActionItemSchema),
    outcome: oneOf(outcomes),
    outcome_source: oneOf(['provided', 'inferred']),
    outcome_inferred: oneOf(outcomes),
    revision,
  },
  {
    title: 'summary.ready',
    description:
      'A call was analyzed. `call` carries the score; `outcome` is the effective outcome, `outcome_inferred` the one that the transcript ' +
      'suggests, which counts as soon as no client says another.',
  },
);
export type SummaryReady = Static<typeof SummaryReadyV1Schema>;

export const summaryFailureReasons = ['nothing_to_analyse', 'engine_failed'] as const;
export type SummaryFailureReason = (typeof summaryFailureReasons)[number];

export const SummaryFailedV1Schema = Type.Object(
  { call: CallSchema, prospect: prospectEmail, reason: oneOf(summaryFailureReasons), revision },
  { title: 'summary.failed', description: 'The analysis of a call ended without a summary, for good.' },
);
export type SummaryFailed = Static<typeof SummaryFailedV1Schema>;

export const ActionItemUpdatedV1Schema = Type.Object(
  { call_id: Type.String(), action_item: ActionItemSchema },
  { title: 'action_item.updated', description: 'A client changed an action item.' },
);
export type ActionItemUpdated = Static<typeof ActionItemUpdatedV1Schema>;

export const ContactCreatedV1Schema = Type.Object(
  {
    contact: ContactSchema,
    call_id: Type.Optional(
      Type.String({ description: 'The call on which the prospect was identified. Contacts 1.0 does not say it.' }),
    ),
  },
  { title: 'contact.created', description: 'A prospect was identified on a call for the first time.' },
);
export type ContactCreated = Static<typeof ContactCreatedV1Schema>;

/** The data of each integration event, by topic. A topic is named after the one event type that it carries. */
export interface EventDataByTopic extends Record<DlqTopic, MessageParked> {
  'call.ended': CallEnded;
  'call.transcribed': CallTranscribed;
  'call.updated': CallUpdated;
  'call.deleted': CallDeleted;
  'summary.ready': SummaryReady;
  'summary.failed': SummaryFailed;
  'action_item.updated': ActionItemUpdated;
  'contact.created': ContactCreated;
}

export type TopicName = keyof EventDataByTopic;
export type EventData<Topic extends TopicName> = EventDataByTopic[Topic];

export interface EventContract {
  /** The version that is published now. Readers accept every version ever released. */
  readonly version: number;
  readonly schema: TSchema;
  /** The same with the names of its parts (`$id`): for documents. */
  readonly named: TSchema;
  /** Where in the data the key of its messages stands: order is kept among those of one key. */
  readonly keyAt: string;
}

const contract = (version: number, schema: TSchema, keyAt: string): EventContract => {
  return { version, schema: withoutNames(schema), named: schema, keyAt };
};

const messageParked = contract(1, MessageParkedV1Schema, 'message_id');

/** What travels on each topic. */
export const eventContracts: Readonly<Record<TopicName, EventContract>> = {
  'call.ended': contract(1, CallEndedV1Schema, 'call.id'),
  'call.transcribed': contract(1, CallTranscribedV1Schema, 'call.id'),
  'call.updated': contract(1, CallUpdatedV1Schema, 'call.id'),
  'call.deleted': contract(1, CallDeletedV1Schema, 'call_id'),
  'summary.ready': contract(1, SummaryReadyV1Schema, 'call.id'),
  'summary.failed': contract(1, SummaryFailedV1Schema, 'call.id'),
  'action_item.updated': contract(1, ActionItemUpdatedV1Schema, 'call_id'),
  'contact.created': contract(1, ContactCreatedV1Schema, 'contact.id'),
  'ingestion.dlq': messageParked,
  'summarization.dlq': messageParked,
  'contacts.dlq': messageParked,
  'webhooks.dlq': messageParked,
};
