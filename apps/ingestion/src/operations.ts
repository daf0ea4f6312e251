import { publishedTopics } from '@ci/contracts';
import { defineProjection } from '@ci/event-store';
import { definePublisher, type OperatedService } from '@ci/operations';
import { callDecider } from './call/call.decider.ts';
import { callEvents } from './call/call.events.ts';
import { projectTranscript } from './call-detail/call-transcript.projector.ts';
import { projectCallRow } from './call-list/call-row.projector.ts';
import { SERVICE } from './config.ts';
import { integrationEvents } from './publish/call.integration-events.ts';
import { operatorsReanalysis } from './reanalyze-calls/operators-reanalysis.ts';

const calls = { streamTypes: ['call'], catalogue: callEvents } as const;

/** What operators can do with this service. */
export const operations: OperatedService = {
  service: SERVICE,
  messaging: true,
  reanalysis: operatorsReanalysis,
  projections: [
    defineProjection({ ...calls, name: 'call-list', tables: ['calls'], projector: projectCallRow }),
    defineProjection({
      ...calls,
      name: 'call-transcripts',
      tables: ['call_transcripts'],
      projector: projectTranscript,
    }),
  ],
  notRebuilt: [{ table: 'idempotency_keys', because: 'what requests were answered' }],
  publisher: definePublisher({
    source: '/ingestion',
    topics: publishedTopics.ingestion,
    streamType: 'call',
    decider: callDecider,
    catalogue: callEvents,
    messagesOf: (stored, state) => integrationEvents([stored], state),
  }),
};
