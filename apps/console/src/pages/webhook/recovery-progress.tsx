import { Badge, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cancelRecovery, recoveriesQuery, recoveryWentOn, type Recovery } from '../../api/webhooks.ts';
import { DateTime } from '../../parts/date-time.tsx';
import { sayFailure } from '../../parts/notices.ts';
import { Section } from '../../parts/section.tsx';
import { texts } from '../../texts/texts.ts';
import { useWebhookAction } from './use-webhook-action.ts';

const words = texts.webhooks.recover;
const colors = { running: 'yellow', completed: 'petrol', cancelled: 'gray', stopped: 'red' } as const;

/** How far the newest recovery is. Nothing where there never was one. */
export function RecoveryProgress({ webhookId }: { readonly webhookId: string }) {
  const [newest] = useQuery(recoveriesQuery(webhookId)).data ?? [];
  return newest === undefined ? null : <OneRecovery webhookId={webhookId} recovery={newest} />;
}

function OneRecovery({ webhookId, recovery }: { readonly webhookId: string; readonly recovery: Recovery }) {
  const { id, status, total, scheduled, delivered, pending, failed, since, created_at } = recovery;
  const cancel = useWebhookAction(() => cancelRecovery(webhookId, id), words.cancelled);
  const queries = useQueryClient();
  useEffect(() => void recoveryWentOn(queries, webhookId), [queries, webhookId, status, scheduled, pending]);
  const percent = total === 0 ? 100 : Math.min(100, Math.round((scheduled / total) * 100));
  return (
    <Section title={words.progress}>
      <Stack gap="xs">
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <Badge color={colors[status]}>{words.states[status]}</Badge>
            <Text size="sm" c="dimmed">
              <DateTime iso={created_at} />, {texts.webhooks.since} <DateTime iso={since} />
            </Text>
          </Group>
          {status === 'running' && (
            <Button
              size="compact-sm"
              variant="default"
              loading={cancel.isPending}
              onClick={() => {
                cancel.mutate(undefined, { onError: sayFailure });
              }}
            >
              {words.cancel}
            </Button>
          )}
        </Group>
        {status === 'running' && <Progress value={percent} aria-label={words.progress} animated />}
        <Text size="sm" data-numbers>
          {words.numbers(scheduled, total)}: {words.results(delivered, pending, failed)}
        </Text>
      </Stack>
    </Section>
  );
}
