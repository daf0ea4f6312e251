import { Button, Group, Stack } from '@mantine/core';
import { changeWebhook, type Webhook } from '../../api/webhooks.ts';
import { DateTime } from '../../parts/date-time.tsx';
import { sayFailure } from '../../parts/notices.ts';
import { Section } from '../../parts/section.tsx';
import { texts } from '../../texts/texts.ts';
import { ConditionBadge, ConditionReason, EventBadges } from '../webhooks/webhook-status.tsx';
import { Facts } from './facts.tsx';
import { useWebhookAction } from './use-webhook-action.ts';

const words = texts.webhooks;

/** How an endpoint does and why, and what it is. */
export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { health, events, description, created_at, id, status } = webhook;
  const next = status === 'disabled' ? null : health.next_attempt_at;
  return (
    <Section title={words.facts.title}>
      <Facts
        facts={[
          [words.facts.status, <StatusFact key="status" webhook={webhook} />],
          ...(health.failure_rate === null
            ? []
            : [[words.facts.failureRate, words.facts.failureRateOf(health.failure_rate)] as const]),
          [words.nextAttempt, next === null ? words.facts.nothingWaits : <DateTime key="next" iso={next} />],
          [
            words.events,
            <Group key="events" gap={6}>
              <EventBadges events={events} />
            </Group>,
          ],
          ...(description === null ? [] : [[words.form.description, description] as const]),
          [words.registered, <DateTime key="registered" iso={created_at} />],
          [words.facts.id, id],
        ]}
      />
    </Section>
  );
}

function StatusFact({ webhook }: { readonly webhook: Webhook }) {
  const disabled = webhook.status === 'disabled';
  const turn = useWebhookAction(
    () => changeWebhook(webhook.id, { status: disabled ? 'active' : 'disabled' }),
    ({ status }) => (status === 'active' ? words.facts.enabled : words.facts.disabled),
  );
  return (
    <Stack gap={4} align="flex-start">
      <Group gap="sm">
        <ConditionBadge webhook={webhook} />
        <Button
          size="compact-sm"
          variant="default"
          loading={turn.isPending}
          onClick={() => {
            turn.mutate(undefined, { onError: sayFailure });
          }}
        >
          {disabled ? words.facts.enable : words.facts.disable}
        </Button>
      </Group>
      <ConditionReason webhook={webhook} />
    </Stack>
  );
}
