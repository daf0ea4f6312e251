import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { eventTypesQuery, sendTest, type EventType } from '../../api/webhooks.ts';
import { FailureAlert } from '../../parts/failure-alert.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { TextSkeleton } from '../../parts/skeletons.tsx';
import { texts } from '../../texts/texts.ts';
import { ExampleToggle } from '../webhook-register/example-toggle.tsx';
import type { DialogProps } from './dialog-props.ts';
import { useWebhookAction } from './use-webhook-action.ts';

const words = texts.webhooks.test;

/** Sends an event of a chosen type on demand. */
export function TestDialog({ webhook, opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={words.title}>
      <TestForm webhookId={webhook.id} onClose={onClose} />
    </Modal>
  );
}

function TestForm({ webhookId, onClose }: { readonly webhookId: string; readonly onClose: () => void }) {
  const query = useQuery(eventTypesQuery);
  const [chosen, choose] = useState<EventType>('webhook.test');
  const send = useWebhookAction((type: EventType) => sendTest(webhookId, type), words.done, onClose);
  return (
    <QueryState query={query} skeleton={<TextSkeleton />}>
      {(types) => {
        const type = types.find((one) => one.type === chosen);
        return (
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {words.hint}
            </Text>
            <Select
              label={words.type}
              data={types.map((one) => one.type)}
              value={chosen}
              onChange={(value) => {
                choose(types.find((one) => one.type === value)?.type ?? chosen);
              }}
              allowDeselect={false}
            />
            {type !== undefined && <ExampleToggle type={type.type} example={type.example} />}
            <FailureAlert error={send.error} />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose}>
                {texts.shared.cancel}
              </Button>
              <Button
                loading={send.isPending}
                onClick={() => {
                  send.mutate(chosen);
                }}
              >
                {words.send}
              </Button>
            </Group>
          </Stack>
        );
      }}
    </QueryState>
  );
}
