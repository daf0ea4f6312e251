import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { FailureAlert } from '../../parts/failure-alert.tsx';
import { texts } from '../../texts/texts.ts';
import { EventChoice } from './event-choice.tsx';
import { bodyOf, webhookFormRules, type WebhookForm } from './webhook-form.ts';

const words = texts.webhooks;

interface WebhookFieldsProps {
  readonly initial: WebhookForm;
  readonly action: string;
  /** The other button. */
  readonly cancel: ReactNode;
  readonly onSubmit: (body: ReturnType<typeof bodyOf>) => void;
  readonly pending: boolean;
  readonly error: Error | null;
}

/** What an endpoint is made of, to be filled in or changed. */
export function WebhookFields({ initial, action, cancel, onSubmit, pending, error }: WebhookFieldsProps) {
  const form = useForm({
    initialValues: initial,
    validate: webhookFormRules,
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        onSubmit(bodyOf(values));
      })}
    >
      <Stack gap="lg">
        <TextInput
          label={words.form.url}
          description={words.form.urlHint}
          type="url"
          required
          autoComplete="off"
          placeholder="https://crm.example.com/hooks/calls"
          {...form.getInputProps('url')}
        />
        <Textarea
          label={words.form.description}
          description={words.form.descriptionHint}
          autosize
          maxLength={500}
          {...form.getInputProps('description')}
        />
        <EventChoice
          value={form.values.events}
          error={form.errors['events']}
          onChange={(chosen) => {
            form.setFieldValue('events', chosen);
          }}
        />
        <FailureAlert error={error} />
        <Group justify="flex-end" gap="sm">
          {cancel}
          <Button type="submit" loading={pending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
