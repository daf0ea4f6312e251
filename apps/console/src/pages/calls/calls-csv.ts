import { answerOf, type Resource } from '@ci/client/browser';
import { allPages } from '../../api/all-pages.ts';
import { apiV1 } from '../../api/api-v1.ts';
import { csvOf } from '../../formats/csv.ts';
import { texts } from '../../texts/texts.ts';
import { listQueryOf, type CallFilters } from './call-filters.ts';
import { sortedCalls } from './sort-calls.ts';

const { csv: words } = texts.calls;

/** Every call that the filters let through, as a table for spreadsheets. */
export async function callsAsCsv(
  filters: CallFilters,
  timeZone: string,
  repName: (repId: string) => string,
): Promise<string> {
  const query = { ...listQueryOf(filters, timeZone), limit: 100 };
  const calls = await allPages<Resource<'Call'>>((cursor) =>
    answerOf(apiV1.GET('/calls', { params: { query: { ...query, ...(cursor !== null && { cursor }) } } })),
  );
  const headings = [
    words.id,
    words.started,
    words.title,
    words.prospect,
    words.rep,
    words.repName,
    words.duration,
    words.outcome,
    words.outcomeSource,
    words.score,
    words.status,
  ];
  const rows = sortedCalls(calls, filters.sort).map((call) => [
    call.id,
    call.created_at,
    call.title,
    call.prospect_email,
    call.rep_id,
    repName(call.rep_id),
    call.duration_seconds,
    call.outcome,
    call.outcome_source,
    call.coaching_score,
    call.analysis_status,
  ]);
  return csvOf(headings, rows);
}
