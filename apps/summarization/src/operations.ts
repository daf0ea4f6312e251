import { publishedTopics } from '@ci/contracts';
import { projectionsOf } from '@ci/event-store';
import { publisherOf, type ServiceOperations } from '@ci/operations';
import { analysis } from './analysis.aggregate.ts';
import { outdatedSummaries } from './outdated-summaries/outdated-summaries.ts';

/** What operators can do with this service. */
export const operations: ServiceOperations = {
  outdatedSummaries,
  projections: projectionsOf(analysis),
  notRebuilt: [
    { table: 'analysis_jobs', because: 'transcripts that wait; republish makes them again' },
    { table: 'analysis_turns', because: 'whose turn it is' },
  ],
  publisher: publisherOf(publishedTopics.summarization, analysis),
};
