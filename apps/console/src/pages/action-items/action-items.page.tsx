import { Group, Stack, Text, Title } from '@mantine/core';
import { IconChecklist, IconFilterOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { today } from '../../formats/instants.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { EndlessList } from '../../parts/endless-list.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RowsSkeleton } from '../../parts/skeletons.tsx';
import { SampleCallButton } from '../../parts/sample-call-button.tsx';
import { Surface } from '../../parts/surface.tsx';
import { useMay, useSession } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import classes from './action-items.module.css';
import { actionItemsQuery, type ActionItem } from './action-items.query.ts';
import { dueGroups, type DueGroupName } from './due-groups.ts';
import { ItemFilterBar } from './item-filter-bar.tsx';
import { ItemRow } from './item-row.tsx';
import { itemsAsCsv } from './items-csv.ts';
import { useCompletion } from './use-completion.ts';

const words = texts.actionItems;

/** What was promised or asked for on all calls, by when it is due. */
export function ActionItemsPage() {
  const filters = useSearch({ from: '/frame/action-items' });
  const navigate = useNavigate({ from: '/action-items' });
  const query = useInfiniteQuery(actionItemsQuery(filters));
  const { timezone } = useSession().workspace;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PageHeader title={words.title} hint={words.hint(timezone)}>
        {(query.data?.pages[0]?.data.length ?? 0) > 0 && (
          <ExportButton fileName={words.exportName} toCsv={() => itemsAsCsv(filters)} />
        )}
      </PageHeader>
      <ItemFilterBar
        filters={filters}
        onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
      />
      <EndlessList query={query} skeleton={<Skeleton />} empty={<NoItems isFiltered={isFiltered} />}>
        {(items) => <Groups items={items} isWhole={!query.hasNextPage} />}
      </EndlessList>
    </>
  );
}

interface GroupsProps {
  readonly items: readonly ActionItem[];
  /** There is no further page: what is counted is all there is. */
  readonly isWhole: boolean;
}

function Groups({ items, isWhole }: GroupsProps) {
  const { timezone } = useSession().workspace;
  const completion = useCompletion();
  return (
    <Stack gap="xl">
      {dueGroups(items, { today: today(timezone), isCompleted: completion.wasCompleted }).map((group) => (
        <section key={group.name} aria-labelledby={`group-${group.name}`}>
          <GroupTitle name={group.name} count={isWhole ? group.items.length : null} />
          <Surface p={0}>
            <ul className={classes.list}>
              {group.items.map((item) => (
                <ItemRow
                  key={item.id}
                  item={item}
                  overdue={group.name === 'overdue' && !item.completed}
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

interface GroupTitleProps {
  readonly name: DueGroupName;
  /** null while it is not known. */
  readonly count: number | null;
}

function GroupTitle({ name, count }: GroupTitleProps) {
  return (
    <Group gap="xs" mb="xs" align="baseline">
      <Title order={2} id={`group-${name}`} {...(name === 'overdue' && { c: 'var(--mantine-color-error)' })}>
        {words.groups[name]}
      </Title>
      {count !== null && (
        <Text size="sm" c="dimmed">
          {words.count(count)}
        </Text>
      )}
    </Group>
  );
}

function NoItems({ isFiltered }: { readonly isFiltered: boolean }) {
  const mayUpload = useMay('importCall');
  return (
    <Surface>
      {isFiltered ? (
        <EmptyState icon={IconFilterOff} {...words.noMatch} />
      ) : (
        <EmptyState icon={IconChecklist} title={words.empty.title} hint={words.empty.hint}>
          <Group justify="center" gap="sm" mt="xs">
            <ButtonLink to="/action-items" search={{ completed: 'true' }} variant="default">
              {words.empty.completed}
            </ButtonLink>
            {mayUpload && <ButtonLink to="/upload">{words.empty.upload}</ButtonLink>}
            <SampleCallButton />
          </Group>
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
