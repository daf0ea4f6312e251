import type { Page } from '@ci/client/browser';
import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { redeliver, type Delivery } from '../../api/webhooks.ts';
import { DateTime } from '../../parts/date-time.tsx';
import { sayFailure } from '../../parts/notices.ts';
import { texts } from '../../texts/en.ts';
import { Attempts } from './attempts.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { Facts } from './facts.tsx';
import { useWebhookAction } from './use-webhook-action.ts';

const words = texts.webhooks.delivery;

type LogQuery = UseInfiniteQueryResult<InfiniteData<Page<Delivery>>>;

/** The delivery that the address names. */
export function DeliveryDrawer({ query }: { readonly query: LogQuery }) {
  const { delivery: id } = useSearch({ from: '/frame/webhooks/$webhookId' });
  const navigate = useNavigate({ from: '/webhooks/$webhookId' });
  const delivery = query.data?.pages.flatMap(({ data }) => data).find((one) => one.id === id);
  return (
    <Drawer
      opened={id !== undefined && query.data !== undefined}
      onClose={() => void navigate({ search: ({ delivery: _, ...rest }) => rest, resetScroll: false })}
      position="right"
      size="lg"
      title={words.title}
      closeButtonProps={{ 'aria-label': texts.shared.close }}
    >
      {delivery === undefined ? <NotRead query={query} /> : <OneDelivery delivery={delivery} />}
    </Drawer>
  );
}

function NotRead({ query }: { readonly query: LogQuery }) {
  return (
    <Stack align="flex-start">
      <Text size="sm">{words.notRead}</Text>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {words.lookBack}
        </Button>
      )}
    </Stack>
  );
}

function OneDelivery({ delivery }: { readonly delivery: Delivery }) {
  const again = useWebhookAction(redeliver, words.sentAgain);
  const { event_type, event_id, id, status, created_at, next_attempt_at } = delivery;
  const log = texts.webhooks.log;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={3}>{event_type}</Title>
          <DeliveryBadge status={status} />
        </Group>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={again.isPending}
          onClick={() => {
            again.mutate(id, { onError: sayFailure });
          }}
        >
          {words.again}
        </Button>
      </Group>
      <Facts
        facts={[
          [words.eventId, event_id],
          [words.id, id],
          [log.columns.created, <DateTime key="created" iso={created_at} />],
          [log.columns.next, next_attempt_at === null ? log.none : <DateTime key="next" iso={next_attempt_at} />],
        ]}
      />
      <Attempts delivery={delivery} />
    </Stack>
  );
}
