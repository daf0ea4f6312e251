import type { EventData, TopicName } from '@ci/contracts';

/** A message to be sent with the transaction that stores it. `data` is checked against the contract of its topic. */
export type OutgoingMessage<Topic extends TopicName = TopicName> = {
  [Name in Topic]: {
    readonly topic: Name;
    /** The id whose stream lock the transaction holds: order is kept per key. */
    readonly key: string;
    readonly workspaceId: string;
    readonly subject: string;
    readonly data: EventData<Name>;
    /** `messageIdOf` the event that it announces, so that it can be made again; default: a new UUIDv7. */
    readonly messageId?: string;
    /** When it happened; default: now. */
    readonly time?: Date;
    readonly traceparent?: string;
    /** What is not stored a second time: the field of `data` that the service keeps under this id, and that its relay puts in (`OutboxRelayOptions.kept`). */
    readonly reference?: { readonly field: keyof EventData<Name> & string; readonly id: string };
  };
}[Topic];
