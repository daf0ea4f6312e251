import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import type { Delivery, DeliveryAttempt } from '../../api/webhooks.ts';
import { DateTime } from '../../parts/date-time.tsx';
import { JsonBlock } from '../../parts/json-block.tsx';
import { Surface } from '../../parts/surface.tsx';
import { texts } from '../../texts/texts.ts';
import { requestHeadersOf } from './request-headers.ts';

const words = texts.webhooks.delivery;

/** Each attempt of a delivery, the latest first: what was asked, what was answered. */
export function Attempts({ delivery }: { readonly delivery: Delivery }) {
  return (
    <Stack gap="md">
      <Title order={4} size="h3">
        {words.attempts}
      </Title>
      {delivery.attempts.length === 0 && <Text size="sm">{words.noAttempt}</Text>}
      {delivery.attempts.toReversed().map((attempt) => (
        <Attempt key={`${String(attempt.number)} ${attempt.attempted_at}`} delivery={delivery} attempt={attempt} />
      ))}
    </Stack>
  );
}

interface AttemptProps {
  readonly delivery: Delivery;
  readonly attempt: DeliveryAttempt;
}

function Attempt({ delivery, attempt }: AttemptProps) {
  const { number, attempted_at, latency_ms, status_code, error, response_body } = attempt;
  return (
    <Surface p="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={550} size="sm">
            {words.attempt(number)}
          </Text>
          <Badge color={error === null ? 'petrol' : 'red'}>
            {status_code === null ? words.noAnswer : words.answered(status_code)}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          <DateTime iso={attempted_at} />, {words.took(latency_ms)}
        </Text>
        {error !== null && <Text size="sm">{error}</Text>}
        <Block label={words.request} text={requestHeadersOf(delivery, attempt)} />
        {response_body !== null && response_body !== '' && <Block label={words.answer} text={response_body} />}
      </Stack>
    </Surface>
  );
}

function Block({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {label}
      </Text>
      <JsonBlock label={label} text={text} />
    </div>
  );
}
