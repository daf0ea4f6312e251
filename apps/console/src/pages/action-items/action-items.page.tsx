import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { IconChecklist, IconFilterOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dayOf } from '../../formats/instants.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { RowsSkeleton } from '../../parts/skeletons.tsx';
import { Surface } from '../../parts/surface.tsx';
import { useIsOwner, useSession } from '../../session/session.query.ts';
import { texts } from '../../texts/en.ts';
import classes from './action-items.module.css';
import { actionItemsQuery, callPartnersQuery, type ActionItem, type ActionItems } from './action-items.query.ts';
import { dueGroups, type DueGroup } from './due-groups.ts';
import { ItemFilterBar } from './item-filter-bar.tsx';
import { ItemRow } from './item-row.tsx';
import { useCompletion } from './use-completion.ts';

const words = texts.actionItems;

/** What was promised or asked for on all calls, by when it is due. */
export function ActionItemsPage() {
  const filters = useSearch({ from: '/frame/action-items' });
  const navigate = useNavigate({ from: '/action-items' });
  const items = useQuery(actionItemsQuery(filters));
  const { timezone } = useSession().workspace;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PageHeader title={words.title} hint={words.hint(timezone)} />
      <ItemFilterBar
        filters={filters}
        onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
      />
      <QueryState query={items} skeleton={<Skeleton />}>
        {(found) => (found.items.length === 0 ? <NoItems isFiltered={isFiltered} /> : <Groups {...found} />)}
      </QueryState>
    </>
  );
}

function Groups({ items, cut }: ActionItems) {
  const { timezone } = useSession().workspace;
  const completion = useCompletion();
  const partners = useQuery(callPartnersQuery).data;
  const today = dayOf(new Date(), timezone);
  return (
    <Stack gap="xl">
      {cut && <Alert>{words.cut(items.length)}</Alert>}
      {dueGroups(items, { today, isCompleted: completion.wasCompleted }).map((group) => (
        <section key={group.name} aria-labelledby={`group-${group.name}`}>
          <GroupTitle {...group} />
          <Surface p={0}>
            <ul className={classes.list}>
              {group.items.map((item) => (
                <ItemRow
                  key={item.id}
                  item={item}
                  overdue={group.name === 'overdue' && !item.completed}
                  partner={partners?.get(item.call_id)}
                  completion={completion}
                />
              ))}
            </ul>
          </Surface>
        </section>
      ))}
    </Stack>
  );
}

function GroupTitle({ name, items }: DueGroup<ActionItem>) {
  return (
    <Group gap="xs" mb="xs" align="baseline">
      <Title order={2} id={`group-${name}`} {...(name === 'overdue' && { c: 'var(--mantine-color-error)' })}>
        {words.groups[name]}
      </Title>
      <Text size="sm" c="dimmed">
        {words.count(items.length)}
      </Text>
    </Group>
  );
}

function NoItems({ isFiltered }: { readonly isFiltered: boolean }) {
  const mayUpload = useIsOwner();
  return (
    <Surface>
      {isFiltered ? (
        <EmptyState icon={IconFilterOff} {...words.noMatch} />
      ) : (
        <EmptyState icon={IconChecklist} title={words.empty.title} hint={words.empty.hint}>
          {mayUpload && <ButtonLink to="/upload">{words.empty.upload}</ButtonLink>}
        </EmptyState>
      )}
    </Surface>
  );
}

function Skeleton() {
  return (
    <Surface>
      <RowsSkeleton />
    </Surface>
  );
}
