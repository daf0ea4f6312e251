import { Type, type Static } from 'typebox';
import { nullable, oneOf, Timestamp } from '../schema.ts';

/** The services that handle and send messages, and so may have to set some aside. */
export const parkingServices = ['ingestion', 'summarization', 'contacts', 'webhooks'] as const;
export type ParkingService = (typeof parkingServices)[number];

/** Where a service says that it has set a message aside: one topic per service, because each parks for itself. */
export type DlqTopic = `${ParkingService}.dlq`;

/** Notifies the operators; holds nothing of the message but where it is found. */
export const MessageParkedV1Schema = Type.Object(
  {
    service: Type.String({
      description: 'The service that set the message aside, and holds it until it is retried or skipped.',
    }),
    side: oneOf(['consumer', 'relay']),
    message_id: Type.String(),
    topic: Type.String(),
    partition: nullable(Type.Integer({ minimum: 0 })),
    offset: nullable(Type.String()),
    key: nullable(Type.String()),
    workspace_id: nullable(Type.String()),
    error_code: Type.String(),
    parked_at: Timestamp,
  },
  {
    title: '<service>.dlq',
    description:
      'A message could not be handled (`consumer`), or the broker refuses it (`relay`). It waits in the database of the service, and later ' +
      'messages of its key wait behind it. There is one notice per key, not one per message that waits.',
  },
);
export type MessageParked = Static<typeof MessageParkedV1Schema>;

/** The topic of a service's notices, if it is one that may park messages. */
export function dlqTopicOf(service: string): DlqTopic | undefined {
  const known = parkingServices.find((name) => name === service);
  return known && `${known}.dlq`;
}
