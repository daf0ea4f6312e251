import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { previewRecovery, startRecovery, type Webhook } from '../../api/webhooks.ts';
import { DateTime } from '../../parts/date-time.tsx';
import { FailureAlert } from '../../parts/failure-alert.tsx';
import { texts } from '../../texts/en.ts';
import type { DialogProps } from './dialog-props.ts';
import { instantOf, sinceOptions } from './recover-since.ts';
import { useWebhookAction } from './use-webhook-action.ts';

const words = texts.webhooks.recover;

/** Counts first what would be sent again, then sends it. */
export function RecoverDialog({ webhook, opened, onClose }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.title}
      closeButtonProps={{ 'aria-label': texts.shared.close }}
    >
      <RecoverForm webhook={webhook} onClose={onClose} />
    </Modal>
  );
}

function RecoverForm({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const failingSince = webhook.health.failing_since;
  const options = sinceOptions(failingSince);
  const [since, setSince] = useState(options[0] ?? 'day');
  const count = useMutation({
    mutationFn: () => previewRecovery(webhook.id, instantOf(since, failingSince, Date.now())),
  });
  const start = useWebhookAction((from: string) => startRecovery(webhook.id, from), words.started, onClose);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {words.hint}
      </Text>
      <Select
        label={words.since}
        data={options.map((value) => ({ value, label: words.options[value] }))}
        value={since}
        onChange={(value) => {
          setSince(options.find((option) => option === value) ?? since);
          count.reset();
        }}
        allowDeselect={false}
      />
      <div role="status">
        {count.data !== undefined && (
          <Text size="sm" fw={550}>
            {words.total(count.data.total)} ({texts.webhooks.since} <DateTime iso={count.data.since} />)
          </Text>
        )}
      </div>
      <FailureAlert error={count.error ?? start.error} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {texts.shared.cancel}
        </Button>
        {count.data === undefined || count.data.total === 0 ? (
          <Button
            loading={count.isPending}
            disabled={count.data !== undefined}
            onClick={() => {
              count.mutate();
            }}
          >
            {words.count}
          </Button>
        ) : (
          <Button
            loading={start.isPending}
            onClick={() => {
              start.mutate(count.data.since);
            }}
          >
            {words.start(count.data.total)}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
