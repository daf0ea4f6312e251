import { publishedTopics } from '@ci/contracts';
import { defineProjection } from '@ci/event-store';
import { definePublisher, type OperatedService } from '@ci/operations';
import { projectActionItems } from './action-items/action-items.projector.ts';
import { analysisDecider } from './analysis/analysis.decider.ts';
import { analysisEvents } from './analysis/analysis.events.ts';
import { projectAnalysisRow } from './call-summary/analysis-row.projector.ts';
import { outdatedSummaries } from './outdated-summaries/outdated-summaries.ts';
import { analysisMessages } from './publish/analysis.integration-events.ts';

const analyses = { streamTypes: ['analysis'], catalogue: analysisEvents } as const;

/** What operators can do with this service. */
export const operations: OperatedService = {
  service: 'summarization',
  messaging: true,
  outdatedSummaries,
  projections: [
    defineProjection({ ...analyses, name: 'call-summary', tables: ['analyses'], projector: projectAnalysisRow }),
    defineProjection({ ...analyses, name: 'action-items', tables: ['action_items'], projector: projectActionItems }),
  ],
  notRebuilt: [
    { table: 'analysis_jobs', because: 'transcripts that wait; republish makes them again' },
    { table: 'analysis_turns', because: 'whose turn it is' },
  ],
  publisher: definePublisher({
    source: '/summarization',
    topics: publishedTopics.summarization,
    streamType: 'analysis',
    decider: analysisDecider,
    catalogue: analysisEvents,
    messagesOf: (stored, state) => analysisMessages([stored], state),
  }),
};
