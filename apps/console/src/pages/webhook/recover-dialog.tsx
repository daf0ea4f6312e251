import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { previewRecovery, startRecovery, type Webhook } from '../../api/webhooks.ts';
import { localTimeOf } from '../../formats/local-times.ts';
import { DateTime } from '../../parts/date-time.tsx';
import { FailureAlert } from '../../parts/failure-alert.tsx';
import { useSession } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import type { DialogProps } from './dialog-props.ts';
import { instantOf, sinceOptions } from './recover-since.ts';
import { useWebhookAction } from './use-webhook-action.ts';

const words = texts.webhooks.recover;
const dayMs = 86_400_000;

/** Counts first what would be sent again, then sends it. */
export function RecoverDialog({ webhook, opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={words.title}>
      <RecoverForm webhook={webhook} onClose={onClose} />
    </Modal>
  );
}

function RecoverForm({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const failingSince = webhook.health.failing_since;
  const { timezone } = useSession().workspace;
  const options = sinceOptions(failingSince);
  const [since, setSince] = useState(options[0] ?? 'day');
  const [local, setLocal] = useState(() => localTimeOf(Date.now() - dayMs, timezone));
  const choice = { since, local, timezone, failingSince };
  const isMissing = since === 'other' && local === '';
  const count = useMutation({ mutationFn: (instant: string) => previewRecovery(webhook.id, instant) });
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
      {since === 'other' && (
        <TextInput
          type="datetime-local"
          label={words.time}
          description={words.timeHint(timezone)}
          value={local}
          onChange={({ currentTarget }) => {
            setLocal(currentTarget.value);
            count.reset();
          }}
          error={isMissing ? words.timeMissing : null}
        />
      )}
      <div role="status">
        {count.data !== undefined && (
          <Text size="sm" fw={550}>
            {words.total(count.data.total)}{' '}
            <Text span inherit fw={400} c="dimmed">
              {words.since} <DateTime iso={count.data.since} />
            </Text>
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
            disabled={count.data !== undefined || isMissing}
            onClick={() => {
              const from = instantOf(choice, Date.now());
              if (from !== undefined) count.mutate(from);
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
