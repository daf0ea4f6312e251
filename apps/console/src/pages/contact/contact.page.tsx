import { answerOf, type Resource } from '@ci/client/browser';
import { Skeleton, SimpleGrid, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { apiV1 } from '../../api/api-v1.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { DateTime } from '../../parts/date-time.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import { Section } from '../../parts/section.tsx';
import { texts } from '../../texts/texts.ts';
import { History } from './history.tsx';
import { scorePoints } from './score-points.ts';

const words = texts.contact;
// What draws is large: it comes when there is something to draw.
const ScoreChart = lazy(() => import('./score-chart.tsx'));

const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['contact', id],
    queryFn: ({ signal }) => answerOf(apiV1.GET('/contacts/{id}', { params: { path: { id } }, signal })),
  });

/** A person who was the prospect of calls: who they are, how the calls went. */
export function ContactPage() {
  const { contactId } = useParams({ from: '/frame/contacts/$contactId' });
  const contact = useQuery(contactQuery(contactId));
  return (
    <>
      <BackLink home="contacts" />
      {contact.data === undefined && <PageHeader title={words.title} />}
      <QueryState query={contact} skeleton={<PageSkeleton />}>
        {(found) => <Contact contact={found} />}
      </QueryState>
    </>
  );
}

function Contact({ contact }: { readonly contact: Resource<'ContactDetail'> }) {
  const points = scorePoints(contact.calls);
  return (
    <>
      <PageHeader title={contact.name ?? contact.email} />
      <Stack gap="lg">
        <Details contact={contact} />
        <Section title={words.scores.title} hint={points.length > 1 ? words.scores.hint : words.scores.tooFew}>
          {points.length > 1 && (
            <Suspense fallback={<Skeleton h={220} />}>
              <ScoreChart points={points} />
            </Suspense>
          )}
        </Section>
        <History calls={contact.calls} />
      </Stack>
    </>
  );
}

function Details({ contact }: { readonly contact: Resource<'ContactDetail'> }) {
  return (
    <Section title={words.details}>
      <SimpleGrid component="dl" m={0} cols={{ base: 1, xs: 2, md: 3 }}>
        <Detail name={words.email}>{contact.email}</Detail>
        <Detail name={words.company}>{contact.company ?? words.unknown}</Detail>
        <Detail name={words.calls}>
          {contact.call_count}{' '}
          {contact.call_count > 0 && (
            <AnchorLink to="/calls" search={{ prospect_email: contact.email }} size="sm" ml="xs">
              {words.callList}
            </AnchorLink>
          )}
        </Detail>
        <Detail name={words.lastCall}>
          {contact.last_call_at === null ? words.never : <DateTime iso={contact.last_call_at} />}
        </Detail>
        <Detail name={words.since}>
          <DateTime iso={contact.created_at} day />
        </Detail>
      </SimpleGrid>
    </Section>
  );
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  );
}
