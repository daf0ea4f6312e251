import { defineAggregate } from '@ci/event-store';
import { outboxOf, withdrawMessages } from '@ci/messaging';
import { projectActionItems } from './action-items/action-items.projector.ts';
import { analysisDecider } from './analysis/analysis.decider.ts';
import { analysisEvents } from './analysis/analysis.events.ts';
import { projectAnalysisRow } from './call-summary/analysis-row.projector.ts';
import { analysisMessages } from './publish/analysis.integration-events.ts';

export const analysis = defineAggregate({
  name: 'analysis',
  decider: analysisDecider,
  events: analysisEvents,
  // A finished job, a client and a message may want the same stream.
  queued: true,
  projectors: [
    { name: 'call-summary', tables: ['analyses'], project: projectAnalysisRow },
    { name: 'action-items', tables: ['action_items'], project: projectActionItems },
  ],
  messages: outboxOf('/summarization', analysisMessages),
  erasure: {
    on: ['AnalysisForgotten'],
    also: (tx, erased) => {
      const messages = erased.map(({ stream: { workspaceId }, id: key }) => ({ workspaceId, key }));
      return withdrawMessages(tx, messages);
    },
  },
});
