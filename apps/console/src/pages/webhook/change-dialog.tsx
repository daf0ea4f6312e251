import { Button, Modal } from '@mantine/core';
import { changeWebhook, type WebhookChange } from '../../api/webhooks.ts';
import { texts } from '../../texts/texts.ts';
import { WebhookFields } from '../webhook-register/webhook-fields.tsx';
import type { DialogProps } from './dialog-props.ts';
import { useWebhookAction } from './use-webhook-action.ts';

const words = texts.webhooks.change;

/** Another address, description or choice of events. */
export function ChangeDialog({ webhook, opened, onClose }: DialogProps) {
  const change = useWebhookAction((body: WebhookChange) => changeWebhook(webhook.id, body), words.done, onClose);
  const { url, description, events } = webhook;
  return (
    <Modal size="lg" opened={opened} onClose={onClose} title={words.title}>
      <WebhookFields
        initial={{ url, description: description ?? '', events }}
        action={texts.shared.save}
        cancel={
          <Button variant="default" onClick={onClose}>
            {texts.shared.cancel}
          </Button>
        }
        onSubmit={change.mutate}
        pending={change.isPending}
        error={change.error}
      />
    </Modal>
  );
}
