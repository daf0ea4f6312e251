import { Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Resource } from '@ci/client/browser';
import { registerWebhook, webhooksChanged } from '../../api/webhooks.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { AllowedOnly } from '../../parts/allowed-only.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Surface } from '../../parts/surface.tsx';
import { useMay } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import { SecretOnce } from './secret-once.tsx';
import { WebhookFields } from './webhook-fields.tsx';

const words = texts.webhooks;

/** A new endpoint: first what it is, then its secret. */
export function WebhookRegisterPage() {
  const may = useMay('createWebhook');
  const queries = useQueryClient();
  const register = useMutation({ mutationFn: registerWebhook, onSuccess: () => webhooksChanged(queries) });
  return (
    <>
      <PageHeader
        title={register.isSuccess ? words.created.title : words.form.title}
        hint={register.isSuccess ? words.created.hint : words.form.hint}
      />
      <AllowedOnly may={may} {...words.ownersOnly}>
        <Surface maw="46rem">
          {register.data === undefined ? (
            <WebhookFields
              initial={{ url: '', description: '', events: [] }}
              action={words.form.action}
              onSubmit={register.mutate}
              pending={register.isPending}
              error={register.error}
              cancel={
                <ButtonLink to="/webhooks" variant="default">
                  {texts.shared.cancel}
                </ButtonLink>
              }
            />
          ) : (
            <Registered webhook={register.data} />
          )}
        </Surface>
      </AllowedOnly>
    </>
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
