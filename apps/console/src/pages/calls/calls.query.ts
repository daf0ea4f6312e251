import { answerOf } from '@ci/client/browser';
import { apiV1 } from '../../api/api-v1.ts';
import { endless } from '../../api/endless.ts';
import { listQueryOf, type CallFilters } from './call-filters.ts';

const pageSize = 50;
const whileAnalysingMs = 3_000;

/** The calls that match, newest first; read again while one of them is being analysed. */
export function callsQuery(filters: CallFilters, timeZone: string) {
  const query = { ...listQueryOf(filters, timeZone), limit: pageSize };
  return {
    ...endless(['calls', 'list', query], ({ cursor, signal }) =>
      answerOf(apiV1.GET('/calls', { params: { query: { ...query, ...(cursor && { cursor }) } }, signal })),
    ),
    refetchInterval: ({ state }: { state: { data?: CallPages | undefined } }) =>
      state.data?.pages.some(({ data }) => data.some(isBeingAnalysed)) ? whileAnalysingMs : false,
  };
}

interface CallPages {
  readonly pages: readonly { readonly data: readonly { readonly analysis_status: string }[] }[];
}

function isBeingAnalysed({ analysis_status }: { readonly analysis_status: string }): boolean {
  return analysis_status === 'pending';
}
