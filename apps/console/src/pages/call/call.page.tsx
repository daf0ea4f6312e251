import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { BackLink } from '../../parts/back-link.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { texts } from '../../texts/texts.ts';
import { CallHeader } from './call-header.tsx';
import classes from './call.module.css';
import { callQuery, type CallDetail } from './call.query.ts';
import { Panes } from './panes.tsx';
import { PrintedCall } from './printed-call.tsx';

/** One call: what to do after it, what was found in it, what was said. */
export function CallPage() {
  const { callId } = useParams({ from: '/frame/calls/$callId' });
  const query = useQuery(callQuery(callId));
  return (
    <>
      {query.data === undefined && (
        <>
          <BackLink home="calls" />
          <PageHeader title={texts.call.title} />
        </>
      )}
      <QueryState query={query} skeleton={<PageSkeleton />}>
        {(call) => <Call key={call.id} call={call} />}
      </QueryState>
    </>
  );
}

function Call({ call }: { readonly call: CallDetail }) {
  return (
    <div className={classes.page}>
      <div>
        <BackLink home="calls" />
        <CallHeader call={call} />
      </div>
      <Panes call={call} />
      <PrintedCall call={call} />
    </div>
  );
}
