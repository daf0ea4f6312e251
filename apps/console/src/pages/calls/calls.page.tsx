import { IconPhoneOff, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { EmptyState } from '../../parts/empty-state.tsx';
import { EndlessList } from '../../parts/endless-list.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RowsSkeleton } from '../../parts/skeletons.tsx';
import { Surface } from '../../parts/surface.tsx';
import { useIsOwner, useSession } from '../../session/session.query.ts';
import { texts } from '../../texts/en.ts';
import { readCallFilters } from './call-filters.ts';
import { CallTable } from './call-table.tsx';
import classes from './calls.module.css';
import { callsQuery } from './calls.query.ts';
import { Filters } from './filters.tsx';

const words = texts.calls;

/** Every call of the workspace, newest first, and what is asked of them. */
export function CallsPage() {
  const filters = useSearch({ from: '/frame/calls' });
  const navigate = useNavigate({ from: '/calls' });
  const { timezone } = useSession().workspace;
  const query = useInfiniteQuery(callsQuery(filters, timezone));
  const clear = (): void => void navigate({ search: {}, replace: true });
  const shown = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <PageHeader title={words.title}>
        <UploadLink variant="default" />
      </PageHeader>
      <Filters
        filters={filters}
        shown={shown}
        onChange={(changed) => void navigate({ search: readCallFilters({ ...filters, ...changed }), replace: true })}
        onClear={clear}
      />
      <Surface p={0} style={{ overflow: 'hidden' }}>
        <EndlessList
          query={query}
          skeleton={
            <div className={classes.skeleton}>
              <RowsSkeleton rows={8} />
            </div>
          }
          empty={
            Object.keys(filters).length === 0 ? (
              <NoCalls />
            ) : (
              <NoMatch {...words.noMatch} clear={words.filters.clear} onClear={clear} />
            )
          }
        >
          {(calls) => <CallTable calls={calls} />}
        </EndlessList>
      </Surface>
    </>
  );
}

function NoCalls() {
  return (
    <EmptyState icon={IconPhoneOff} title={words.empty.title} hint={words.empty.hint}>
      <UploadLink mt="xs" />
    </EmptyState>
  );
}

/** Whoever may only read does not upload. */
function UploadLink(props: { readonly variant?: string; readonly mt?: string }) {
  if (!useIsOwner()) return null;
  return (
    <ButtonLink to="/upload" leftSection={<IconUpload size={17} stroke={1.8} aria-hidden />} {...props}>
      {words.upload}
    </ButtonLink>
  );
}
