import { Badge, Text } from '@mantine/core';
import type { Webhook } from '../../api/webhooks.ts';
import { DateTime } from '../../parts/date-time.tsx';
import { texts } from '../../texts/texts.ts';
import { conditionOf } from './condition.ts';

const words = texts.webhooks;
const colors = { well: 'petrol', failing: 'red', disabled: 'gray' } as const;

/** How an endpoint does. */
export function ConditionBadge({ webhook }: { readonly webhook: Webhook }) {
  const condition = conditionOf(webhook);
  return <Badge color={colors[condition]}>{words.conditions[condition]}</Badge>;
}

/** Why it is so, and since when. Nothing about an endpoint that is well. */
export function ConditionReason({ webhook }: { readonly webhook: Webhook }) {
  const { status, disabled_reason, disabled_at, health } = webhook;
  if (status === 'disabled')
    return (
      <Text size="sm" c="dimmed">
        {words.reasons[disabled_reason ?? 'none']} {disabled_at !== null && <DateTime iso={disabled_at} />}
      </Text>
    );
  if (health.failing_since === null) return null;
  return (
    <Text size="sm" c="dimmed">
      {words.failedAttempts(health.failed_attempts)}, {words.since} <DateTime iso={health.failing_since} />
    </Text>
  );
}

/** When it is tried next, if something waits. */
export function NextAttempt({ webhook }: { readonly webhook: Webhook }) {
  const next = webhook.health.next_attempt_at;
  if (next === null || webhook.status === 'disabled') return null;
  return (
    <Text size="sm" c="dimmed">
      {words.nextAttempt}: <DateTime iso={next} />
    </Text>
  );
}

/** Which events an endpoint gets. */
export function EventBadges({ events }: { readonly events: readonly string[] }) {
  return events.map((event) => (
    <Badge key={event} color="gray" variant="default" ff="monospace" fw={450}>
      {event}
    </Badge>
  ));
}
