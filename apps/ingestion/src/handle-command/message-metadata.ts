import type { EventMetadata } from '@ci/event-store';
import type { ReceivedMessage } from '@ci/messaging';

/** By which message it became known, in which trace. */
export function messageMetadata({ id, source, traceparent }: ReceivedMessage): EventMetadata {
  return { actor: source, causationId: id, ...(traceparent === undefined ? {} : { traceparent }) };
}
