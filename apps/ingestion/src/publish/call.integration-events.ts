import type { CallTranscribed, PublishedBy } from '@ci/contracts';
import { isErased } from '@ci/domain';
import type { NewEvent } from '@ci/event-store';
import { messageIdOf, type OutgoingMessage } from '@ci/messaging';
import { timestamp } from '@ci/validation';
import type { CallEvent } from '../call/call.events.ts';
import { callResource } from '../call/call-resource.ts';
import type { CallState, KnownCall } from '../call/call.state.ts';

/**
 * The messages that stored events lead to; `state` is the call after them. The same events give the same messages, today and when
 * they are sent again; of an erased call there is only its deletion.
 */
export function integrationEvents(stored: readonly NewEvent<CallEvent>[], state: CallState): CallMessage[] {
  if (state.status === 'unknown') return [];
  return stored.flatMap((event) =>
    messagesOf(event, state).map((message) => ({ ...message, messageId: messageIdOf(event.eventId, message.topic) })),
  );
}

/** What `call.transcribed` is sent with: the transcript with the sides as they are now. */
export const keptTranscripts = {
  field: 'segments',
  json: 'SELECT segments FROM call_transcripts WHERE call_id = reference.id',
};

type CallMessage = OutgoingMessage<PublishedBy<'ingestion'>>;

function messagesOf(stored: NewEvent<CallEvent>, state: KnownCall): CallMessage[] {
  const { event, stream, recordedAt, metadata } = stored;
  const callId = state.facts.call_id;
  const envelope = {
    key: callId,
    workspaceId: stream.workspaceId,
    subject: callId,
    time: recordedAt,
    ...(metadata.traceparent === undefined ? {} : { traceparent: metadata.traceparent }),
  };
  if (event.type !== 'CallDeleted' && isErased(state.content)) return [];
  // The transcript is stored once, in `call_transcripts`: the message names it.
  const reference = { field: 'segments', id: callId } as const;
  switch (event.type) {
    case 'CallRecorded': {
      const transcribed = transcribedCall(state, recordedAt);
      const { call, prospect, external_id, source } = transcribed;
      return [
        { ...envelope, topic: 'call.ended', data: { call, prospect, external_id, source } },
        { ...envelope, topic: 'call.transcribed', data: transcribed, reference },
      ];
    }
    case 'SpeakersSwapped':
    case 'ReanalysisRequested': {
      const transcribed = transcribedCall(state, recordedAt);
      const data =
        event.type === 'ReanalysisRequested' && event.data.background === true
          ? { ...transcribed, background: true }
          : transcribed;
      return [{ ...envelope, topic: 'call.transcribed', data, reference }];
    }
    case 'CallUpdated': {
      const { call, prospect, outcome_provided } = transcribedCall(state, recordedAt);
      return [{ ...envelope, topic: 'call.updated', data: { call, prospect, outcome_provided } }];
    }
    case 'CallDeleted': {
      const email = isErased(state.content) ? null : state.content.prospect.email;
      const data = { call_id: callId, prospect: { email }, deleted_at: event.data.deleted_at };
      return [{ ...envelope, topic: 'call.deleted', data }];
    }
    // Heard from others: they know.
    case 'CallAnalysed':
    case 'AnalysisFailed':
      return [];
  }
}

function transcribedCall(state: KnownCall, updatedAt: Date): CallTranscribed {
  const { facts, content } = state;
  if (isErased(content)) throw new Error('an erased call cannot be published');
  return {
    call: callResource(state, content, timestamp(updatedAt)),
    prospect: { ...content.prospect },
    rep: { ...content.rep },
    external_id: content.external_id,
    source: facts.source,
    timezone: facts.timezone,
    outcome_provided: state.outcomeProvided,
    revision: state.revision,
    segments: [],
  };
}
