import type { ParkedDetails, ParkedSummary } from '@ci/messaging';

/** A parked message as programs read it: the same on the command line and over HTTP. */
export function summaryJson(parked: ParkedSummary) {
  return {
    id: parked.id,
    side: parked.side,
    consumer: parked.consumer,
    key: parked.key,
    workspace_id: parked.workspaceId,
    message_id: parked.messageId,
    topic: parked.topic,
    partition: parked.partition,
    offset: parked.offset,
    state: parked.state,
    attempts: parked.attempts,
    error_code: parked.errorCode,
    next_attempt_at: parked.nextAttemptAt?.toISOString() ?? null,
    parked_at: parked.parkedAt.toISOString(),
    bytes: parked.bytes,
  };
}

/** With headers and error, without the payload. */
export function detailsJson(parked: ParkedDetails) {
  const { headers, errorMessage, sha256 } = parked;
  return { ...summaryJson(parked), error_message: errorMessage, sha256, headers };
}
