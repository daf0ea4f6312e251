import { Button, Group, Select } from '@mantine/core';
import { IconInbox, IconRefresh, IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { deliveriesQuery, type Delivery } from '../../api/webhooks.ts';
import { DateTime } from '../../parts/date-time.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { EndlessList } from '../../parts/endless-list.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { Section } from '../../parts/section.tsx';
import { Cell, RowHead, StackingTable } from '../../parts/stacking-table.tsx';
import { texts } from '../../texts/texts.ts';
import { DeliveryBadge } from './delivery-badge.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { deliveryFiltersOf, deliveryStatuses, eventTypes, readLogSearch } from './log-search.ts';

const words = texts.webhooks.log;
const any = '';

/** What was sent to an endpoint; each delivery opens beside it. */
export function DeliveryLog({ webhookId }: { readonly webhookId: string }) {
  const search = useSearch({ from: '/frame/webhooks/$webhookId' });
  const query = useInfiniteQuery(deliveriesQuery(webhookId, deliveryFiltersOf(search)));
  return (
    <Section title={words.title} hint={words.hint}>
      <LogFilters onRefresh={() => void query.refetch()} refreshing={query.isRefetching} />
      <EndlessList query={query} empty={<NoDeliveries />}>
        {(deliveries) => <DeliveryTable deliveries={deliveries} />}
      </EndlessList>
      <DeliveryDrawer webhookId={webhookId} />
    </Section>
  );
}

/** What the address filters by, and how to filter by something else. */
function useLogFilters() {
  const search = useSearch({ from: '/frame/webhooks/$webhookId' });
  const navigate = useNavigate({ from: '/webhooks/$webhookId' });
  const change = (changed: Readonly<Record<string, string | null>>): void =>
    void navigate({ search: readLogSearch({ ...search, ...changed }), replace: true, resetScroll: false });
  return {
    search,
    change,
    clear: (): void => {
      change({ status: null, type: null });
    },
    filtered: search.status !== undefined || search.type !== undefined,
  };
}

function NoDeliveries() {
  const { filtered, clear } = useLogFilters();
  if (filtered) return <NoMatch level={3} {...words.noMatch} clear={words.clear} onClear={clear} />;
  return <EmptyState icon={IconInbox} level={3} {...words.empty} />;
}

function LogFilters({ onRefresh, refreshing }: { readonly onRefresh: () => void; readonly refreshing: boolean }) {
  const { search, change, clear, filtered } = useLogFilters();
  return (
    <Group gap="sm" role="search" aria-label={words.filters}>
      <Select
        aria-label={words.status}
        w={140}
        data={[
          { value: any, label: words.anyStatus },
          ...deliveryStatuses.map((value) => ({ value, label: words.statuses[value] })),
        ]}
        value={search.status ?? any}
        onChange={(status) => {
          change({ status });
        }}
        allowDeselect={false}
      />
      <Select
        aria-label={words.type}
        w={142}
        data={[{ value: any, label: words.anyType }, ...eventTypes]}
        value={search.type ?? any}
        onChange={(type) => {
          change({ type });
        }}
        allowDeselect={false}
      />
      {filtered && (
        <Button variant="subtle" color="gray" leftSection={<IconX size={16} aria-hidden />} onClick={clear}>
          {words.clear}
        </Button>
      )}
      <Button
        variant="default"
        ml="auto"
        leftSection={<IconRefresh size={16} aria-hidden />}
        disabled={refreshing}
        onClick={onRefresh}
      >
        {texts.webhooks.refresh}
      </Button>
    </Group>
  );
}

function DeliveryTable({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const { columns } = words;
  return (
    <StackingTable columns={[columns.event, columns.status, columns.attempts, columns.created, columns.next]}>
      {deliveries.map(({ id, event_type, status, attempts, created_at, next_attempt_at }) => (
        <tr key={id}>
          <RowHead>
            <AnchorLink
              from="/webhooks/$webhookId"
              to="."
              search={(now) => ({ ...now, delivery: id })}
              resetScroll={false}
            >
              {event_type}
            </AnchorLink>
          </RowHead>
          <Cell label={columns.status}>
            <DeliveryBadge status={status} />
          </Cell>
          <Cell label={columns.attempts}>{attempts.length}</Cell>
          <Cell label={columns.created}>
            <DateTime iso={created_at} />
          </Cell>
          <Cell label={columns.next}>{next_attempt_at === null ? words.none : <DateTime iso={next_attempt_at} />}</Cell>
        </tr>
      ))}
    </StackingTable>
  );
}
