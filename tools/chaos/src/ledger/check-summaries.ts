import { Groups, type Discrepancy } from './discrepancy.ts';
import type { Facts, PlannedCall, SentMessage } from './facts.ts';

/** Each revision of each call ends exactly once, and the last one is what clients see. */
export function checkSummaries(facts: Facts): Discrepancy[] {
  const ends = facts.messages.filter(({ topic }) => topic === 'summary.ready' || topic === 'summary.failed');
  const endsOf = new Groups(ends, ({ key, revision }) => `${key}/${revision}`);
  const analysesOf = new Groups(facts.analyses, ({ callId, revision }) => `${callId}/${revision}`);
  return [
    ...[...new Set([...keysOf(endsOf), ...keysOf(analysesOf)])].flatMap((place) =>
      endedTwice(place, analysesOf.of(place).length, endsOf.of(place)),
    ),
    ...facts.planned.flatMap((planned) => missing(planned, endsOf, analysesOf)),
    ...visible(facts),
  ];
}

const keysOf = <Item>(groups: Groups<string, Item>): string[] => groups.entries().map(([key]) => key);

function endedTwice(place: string, analyses: number, messages: readonly SentMessage[]): Discrepancy[] {
  const [callId = '', revision = ''] = place.split('/');
  const ids = { callId, revision };
  const sent = new Set(messages.map(({ id }) => id));
  return [
    ...(analyses > 1
      ? [doubled('a revision was analysed more than once', { ...ids, analyses }, 'see the stream analysis-<call id>')]
      : []),
    ...(sent.size > 1
      ? [
          doubled(
            'a summary was sent under several ids',
            { ...ids, messages: [...sent].join(',') },
            'one event, one id',
          ),
        ]
      : []),
  ];
}

function doubled(what: string, ids: Discrepancy['ids'], hint: string): Discrepancy {
  return { verdict: 'doubled', what, ids, hint };
}

/** What was deleted may have been deleted before its analysis. */
function missing(
  { callId, deleted, reanalyses }: PlannedCall,
  endsOf: Groups<string, SentMessage>,
  analysesOf: Groups<string, unknown>,
): Discrepancy[] {
  if (callId === null || deleted) return [];
  const revisions = Array.from({ length: 1 + reanalyses }, (_, index) => index + 1);
  return revisions.flatMap((revision): Discrepancy[] => {
    const place = `${callId}/${revision}`;
    const ids = { callId, revision };
    if (analysesOf.of(place).length === 0) {
      const hint = 'did call.transcribed arrive in the inbox of summarization? is there a job?';
      return [{ verdict: 'lost', what: 'a revision was never analysed', ids, hint }];
    }
    if (endsOf.of(place).length > 0) return [];
    const hint = 'its analysis is stored: the outbox of summarization has lost the message';
    return [{ verdict: 'lost', what: 'no summary.ready or summary.failed was sent', ids, hint }];
  });
}

function visible({ planned, calls, details }: Facts): Discrepancy[] {
  const statuses = new Map(calls.map(({ id, analysisStatus }) => [id, analysisStatus]));
  const lookups = new Map(details.map((lookup) => [lookup.callId, lookup]));
  return planned.flatMap(({ callId, deleted, reanalyses }): Discrepancy[] => {
    if (callId === null || deleted) return [];
    const status = statuses.get(callId);
    const lookup = lookups.get(callId);
    // A call without content ends in summary.failed; whether it should is not for the ledger to know.
    if (status === undefined || status === 'failed') return [];
    if (status === 'ready' && lookup?.revision === 1 + reanalyses) return [];
    const ids = { callId, status, summaryStatus: lookup?.summaryStatus ?? null, revision: lookup?.revision ?? null };
    const hint = 'ingestion learns of it from summary.ready; the summary itself is a row of summarization';
    return [{ verdict: 'lost', what: `the summary of revision ${1 + reanalyses} is not seen`, ids, hint }];
  });
}
