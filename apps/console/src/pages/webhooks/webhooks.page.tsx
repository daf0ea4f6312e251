import { Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { webhooksQuery, type Webhook } from '../../api/webhooks.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { AnchorLink, ButtonLink } from '../../parts/links.tsx';
import { AllowedOnly } from '../../parts/allowed-only.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { RowsSkeleton } from '../../parts/skeletons.tsx';
import { Surface } from '../../parts/surface.tsx';
import { useMay } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import { ConditionBadge, ConditionReason, EventBadges, NextAttempt } from './webhook-status.tsx';
import classes from './webhooks.module.css';

const words = texts.webhooks;

/** The endpoints of the workspace, and how each does. */
export function WebhooksPage() {
  const may = useMay('listWebhooks');
  return (
    <>
      <PageHeader title={words.title} hint={words.hint}>
        {may && <RegisterLink />}
      </PageHeader>
      <AllowedOnly may={may} {...words.ownersOnly}>
        <Endpoints />
      </AllowedOnly>
    </>
  );
}

function RegisterLink() {
  return (
    <ButtonLink to="/webhooks/register" leftSection={<IconPlus size={17} aria-hidden />}>
      {words.register}
    </ButtonLink>
  );
}

function Endpoints() {
  const query = useQuery(webhooksQuery);
  return (
    <Surface p={0}>
      <QueryState query={query} skeleton={<Loading />}>
        {(webhooks) => (webhooks.length === 0 ? <Empty /> : <EndpointList webhooks={webhooks} />)}
      </QueryState>
    </Surface>
  );
}

function EndpointList({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  return (
    <ul className={classes.list} aria-label={words.count(webhooks.length)}>
      {webhooks.map((webhook) => (
        <li key={webhook.id} className={classes.row}>
          <Stack gap={6} miw={0}>
            <AnchorLink to="/webhooks/$webhookId" params={{ webhookId: webhook.id }} className={classes.url ?? ''}>
              {webhook.url}
            </AnchorLink>
            {webhook.description !== null && <Text size="sm">{webhook.description}</Text>}
            <Group gap={6}>
              <EventBadges events={webhook.events} />
            </Group>
          </Stack>
          <Stack gap={4} align="flex-start">
            <ConditionBadge webhook={webhook} />
            <ConditionReason webhook={webhook} />
            <NextAttempt webhook={webhook} />
          </Stack>
        </li>
      ))}
    </ul>
  );
}

function Loading() {
  return (
    <Stack p="lg">
      <RowsSkeleton rows={3} />
    </Stack>
  );
}

function Empty() {
  return (
    <EmptyState icon={IconWebhook} {...words.empty}>
      <RegisterLink />
    </EmptyState>
  );
}
