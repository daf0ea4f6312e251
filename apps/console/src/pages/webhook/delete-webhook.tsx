import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteWebhook, webhookDeleted, type Webhook } from '../../api/webhooks.ts';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { sayDone } from '../../parts/notices.ts';
import { texts } from '../../texts/texts.ts';

const words = texts.webhooks.danger;

interface DeleteWebhookProps {
  readonly webhook: Webhook;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly done: string;
  /** Goes where the endpoint is not shown, before what was read of it is forgotten. */
  readonly leave: () => Promise<void>;
}

/** Deletes an endpoint when its host has been typed. */
export function DeleteWebhook({ webhook, opened, onClose, done, leave }: DeleteWebhookProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteWebhook(webhook.id),
    onSuccess: async () => {
      sayDone(done);
      await leave();
      await webhookDeleted(queries, webhook.id);
    },
  });
  return (
    <ConfirmByName
      opened={opened}
      onClose={onClose}
      title={words.deleteTitle}
      name={new URL(webhook.url).host}
      action={words.delete}
      onConfirm={remove.mutate}
      pending={remove.isPending}
      error={remove.error}
    >
      {words.explanation}
    </ConfirmByName>
  );
}
