import { Box, Group } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { EmptyState } from '../../parts/empty-state.tsx';
import { EndlessList } from '../../parts/endless-list.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { FilterInput } from '../../parts/filter-input.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { RowsSkeleton } from '../../parts/skeletons.tsx';
import { SampleCallButton } from '../../parts/sample-call-button.tsx';
import { Surface } from '../../parts/surface.tsx';
import { emailProblem } from '../../session/password-rules.ts';
import { useMay } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import { contactFiltersOf } from './contact-filters.ts';
import { contactsAsCsv } from './contacts-csv.ts';
import { ContactTable } from './contact-table.tsx';
import { contactsQuery } from './contacts.query.ts';

const words = texts.contacts;

/** All people who were the prospect of a call, newest first. */
export function ContactsPage() {
  const filters = useSearch({ from: '/frame/contacts' });
  const navigate = useNavigate({ from: '/contacts' });
  const query = useInfiniteQuery(contactsQuery(filters));
  const find = (email: string): void => void navigate({ search: contactFiltersOf({ email }), replace: true });
  return (
    <>
      <PageHeader title={words.title} hint={words.hint}>
        {(query.data?.pages[0]?.data.length ?? 0) > 0 && (
          <ExportButton fileName={words.exportName} toCsv={() => contactsAsCsv(filters)} />
        )}
      </PageHeader>
      <Box role="search" aria-label={words.filters.title} maw={360} mb="lg">
        <FilterInput
          label={words.filters.email}
          placeholder={words.filters.placeholder}
          value={filters.email ?? ''}
          onSettled={find}
          accepts={(text) => emailProblem(text) === null}
        />
      </Box>
      <Surface p={0}>
        <EndlessList
          query={query}
          skeleton={
            <Box p="lg">
              <RowsSkeleton rows={8} />
            </Box>
          }
          empty={
            filters.email === undefined ? (
              <NoContacts />
            ) : (
              <NoMatch {...words.noMatch} clear={words.filters.clear} onClear={() => find('')} />
            )
          }
        >
          {(contacts) => <ContactTable contacts={contacts} />}
        </EndlessList>
      </Surface>
    </>
  );
}

function NoContacts() {
  const mayUpload = useMay('importCall');
  return (
    <EmptyState icon={IconAddressBook} title={words.empty.title} hint={words.empty.hint}>
      <Group justify="center" gap="sm" mt="xs">
        {mayUpload && <ButtonLink to="/upload">{words.upload}</ButtonLink>}
        <SampleCallButton />
      </Group>
    </EmptyState>
  );
}
