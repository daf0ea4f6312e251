import { publishedTopics } from '@ci/contracts';
import { projectionsOf } from '@ci/event-store';
import { publisherOf, type ServiceOperations } from '@ci/operations';
import { call } from './call.aggregate.ts';
import { operatorsReanalysis } from './reanalyze-calls/operators-reanalysis.ts';

/** What operators can do with this service. */
export const operations: ServiceOperations = {
  reanalysis: operatorsReanalysis,
  projections: projectionsOf(call),
  notRebuilt: [
    { table: 'call_transcripts', because: 'the only place of transcripts: events refer to it' },
    { table: 'idempotency_keys', because: 'what requests were answered' },
  ],
  publisher: publisherOf(publishedTopics.ingestion, call),
};
