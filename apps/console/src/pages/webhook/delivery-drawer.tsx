import { Button, Drawer, Group, Stack, Title } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { deliveryQuery, redeliver, type DeliveryDetail } from '../../api/webhooks.ts';
import { DateTime } from '../../parts/date-time.tsx';
import { sayFailure } from '../../parts/notices.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { texts } from '../../texts/texts.ts';
import { Attempts } from './attempts.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { Facts } from './facts.tsx';
import { RequestBody } from './request-body.tsx';
import { useWebhookAction } from './use-webhook-action.ts';

const words = texts.webhooks.delivery;

/** The delivery that the address names. */
export function DeliveryDrawer({ webhookId }: { readonly webhookId: string }) {
  const { delivery: id } = useSearch({ from: '/frame/webhooks/$webhookId' });
  const navigate = useNavigate({ from: '/webhooks/$webhookId' });
  return (
    <Drawer
      opened={id !== undefined}
      onClose={() => void navigate({ search: ({ delivery: _, ...rest }) => rest, resetScroll: false })}
      position="right"
      size="lg"
      title={words.title}
    >
      {id !== undefined && <ReadDelivery webhookId={webhookId} id={id} />}
    </Drawer>
  );
}

function ReadDelivery({ webhookId, id }: { readonly webhookId: string; readonly id: string }) {
  const query = useQuery(deliveryQuery(webhookId, id));
  return <QueryState query={query}>{(delivery) => <OneDelivery delivery={delivery} />}</QueryState>;
}

function OneDelivery({ delivery }: { readonly delivery: DeliveryDetail }) {
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
      <RequestBody body={delivery.request_body} />
      <Attempts delivery={delivery} />
    </Stack>
  );
}
