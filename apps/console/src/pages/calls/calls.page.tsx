import { Group, Text } from '@mantine/core';
import { IconPhoneOff, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { EmptyState } from '../../parts/empty-state.tsx';
import { EndlessList } from '../../parts/endless-list.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SampleCallButton } from '../../parts/sample-call-button.tsx';
import { RowsSkeleton } from '../../parts/skeletons.tsx';
import { Surface } from '../../parts/surface.tsx';
import { useMay, useSession } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import { readCallFilters, type CallFilters } from './call-filters.ts';
import { CallTable } from './call-table.tsx';
import classes from './calls.module.css';
import { callsQuery } from './calls.query.ts';
import { callsAsCsv } from './calls-csv.ts';
import { Filters } from './filters.tsx';
import { sortedCalls } from './sort-calls.ts';
import { usePeople } from '../../parts/use-people.ts';
import { Views } from './views.tsx';

const words = texts.calls;

/** Every call of the workspace, newest first, and what is asked of them. */
export function CallsPage() {
  const filters = useSearch({ from: '/frame/calls' });
  const navigate = useNavigate({ from: '/calls' });
  const { timezone } = useSession().workspace;
  const query = useInfiniteQuery(callsQuery(filters, timezone));
  const clear = (): void => void navigate({ search: {}, replace: true });
  const shown = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const people = usePeople(shown);
  // Then there is nothing to narrow down, and its own buttons say how to begin.
  const isEmpty = query.data !== undefined && shown.length === 0 && isWhole(filters);
  return (
    <>
      <PageHeader title={words.title}>
        {shown.length > 0 && (
          <ExportButton fileName={words.exportName} toCsv={() => callsAsCsv(filters, timezone, people.repName)} />
        )}
        {!isEmpty && <UploadLink />}
      </PageHeader>
      {!isEmpty && (
        <>
          <Views />
          <Filters
            filters={filters}
            shown={shown}
            repName={people.repName}
            onChange={(changed) =>
              void navigate({ search: readCallFilters({ ...filters, ...changed }), replace: true })
            }
            onClear={clear}
          />
        </>
      )}
      <Surface p={0} style={{ overflow: 'hidden' }}>
        <EndlessList
          query={query}
          skeleton={
            <div className={classes.skeleton}>
              <RowsSkeleton rows={8} />
            </div>
          }
          empty={
            isWhole(filters) ? <NoCalls /> : <NoMatch {...words.noMatch} clear={words.filters.clear} onClear={clear} />
          }
        >
          {(calls) => <CallTable calls={sortedCalls(calls, filters.sort)} people={people} />}
        </EndlessList>
      </Surface>
      {filters.sort !== undefined && query.hasNextPage && (
        <Text size="sm" c="dimmed" mt="xs">
          {words.sortedLoaded(shown.length)}
        </Text>
      )}
    </>
  );
}

function NoCalls() {
  const { role, rep_ids } = useSession().member;
  const mayUpload = useMay('importCall');
  if (role === 'rep' && rep_ids.length === 0) return <EmptyState icon={IconPhoneOff} {...texts.shared.noRepId} />;
  return (
    <EmptyState
      icon={IconPhoneOff}
      title={words.empty.title}
      hint={mayUpload ? words.empty.hint : words.empty.hintForReader}
    >
      <Group justify="center" gap="sm" mt="xs">
        <UploadLink />
        <SampleCallButton />
      </Group>
    </EmptyState>
  );
}

/** A member who may only read does not upload. */
function UploadLink() {
  if (!useMay('importCall')) return null;
  return (
    <ButtonLink to="/upload" leftSection={<IconUpload size={17} stroke={1.8} aria-hidden />}>
      {words.upload}
    </ButtonLink>
  );
}

/** Nothing is left out: an order does not count. */
function isWhole({ sort: _, ...narrowing }: CallFilters): boolean {
  return Object.keys(narrowing).length === 0;
}
