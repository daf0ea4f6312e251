import { Button, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Resource } from '@ci/client/browser';
import { registerWebhook, webhooksChanged, type SubscribedEvent } from '../../api/webhooks.ts';
import { FailureAlert } from '../../parts/failure-alert.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { OwnersOnly } from '../../parts/owners-only.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Surface } from '../../parts/surface.tsx';
import { texts } from '../../texts/en.ts';
import { EventChoice } from './event-choice.tsx';
import { SecretOnce } from './secret-once.tsx';
import { bodyOf, webhookFormRules } from './webhook-form.ts';

const words = texts.webhooks;

/** A new endpoint: first what it is, then its secret. */
export function WebhookRegisterPage() {
  const queries = useQueryClient();
  const register = useMutation({ mutationFn: registerWebhook, onSuccess: () => webhooksChanged(queries) });
  return (
    <>
      <PageHeader
        title={register.isSuccess ? words.created.title : words.form.title}
        hint={register.isSuccess ? words.created.hint : words.form.hint}
      />
      <OwnersOnly {...words.ownersOnly}>
        <Surface maw="46rem">
          {register.data === undefined ? (
            <RegisterForm onSubmit={register.mutate} pending={register.isPending} error={register.error} />
          ) : (
            <Registered webhook={register.data} />
          )}
        </Surface>
      </OwnersOnly>
    </>
  );
}

interface RegisterFormProps {
  readonly onSubmit: (body: ReturnType<typeof bodyOf>) => void;
  readonly pending: boolean;
  readonly error: Error | null;
}

function RegisterForm({ onSubmit, pending, error }: RegisterFormProps) {
  const form = useForm({
    initialValues: { url: '', description: '', events: [] as SubscribedEvent[] },
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
          <ButtonLink to="/webhooks" variant="default">
            {texts.shared.cancel}
          </ButtonLink>
          <Button type="submit" loading={pending}>
            {words.form.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Registered({ webhook }: { readonly webhook: Resource<'CreatedWebhookEndpoint'> }) {
  return (
    <Stack gap="lg">
      <Stack gap={2}>
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          {webhook.url}
        </Title>
        <Text size="sm" c="dimmed">
          {webhook.events.join(', ')}
        </Text>
      </Stack>
      <SecretOnce secret={webhook.secret} />
      <Group justify="flex-end">
        <ButtonLink to="/webhooks/$webhookId" params={{ webhookId: webhook.id }}>
          {words.created.open}
        </ButtonLink>
      </Group>
    </Stack>
  );
}
