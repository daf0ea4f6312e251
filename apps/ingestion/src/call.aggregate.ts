import { defineAggregate } from '@ci/event-store';
import { dropParkedMessages, outboxOf, withdrawMessages } from '@ci/messaging';
import { callDecider } from './call/call.decider.ts';
import { callEvents } from './call/call.events.ts';
import { projectTranscript } from './call-detail/call-transcript.projector.ts';
import { projectCallRow } from './call-list/call-row.projector.ts';
import { integrationEvents } from './publish/call.integration-events.ts';

export const call = defineAggregate({
  name: 'call',
  decider: callDecider,
  events: callEvents,
  projectors: [
    { name: 'call-list', tables: ['calls'], project: projectCallRow },
    { name: 'call-transcripts', tables: ['call_transcripts'], original: true, project: projectTranscript },
  ],
  messages: outboxOf('/ingestion', integrationEvents),
  erasure: {
    on: ['CallDeleted'],
    // Messages that were not sent yet, or are parked here: our own deletion is no message to us. The stream is at a new version: a later
    // append conflicts, starts again, and finds the call deleted.
    also: async (tx, erased) => {
      const messages = erased.map(({ stream: { workspaceId }, id: key }) => ({ workspaceId, key }));
      await withdrawMessages(tx, messages);
      const keys = messages.map(({ key }) => key);
      await dropParkedMessages(tx, keys);
    },
  },
});
