import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Webhook } from '../../api/webhooks.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { Section } from '../../parts/section.tsx';
import { texts } from '../../texts/texts.ts';
import { DeleteWebhook } from './delete-webhook.tsx';

const words = texts.webhooks.danger;

/** What ends an endpoint, or leads to its successor. */
export function Danger({ webhook }: { readonly webhook: Webhook }) {
  const [opened, { open, close }] = useDisclosure();
  const navigate = useNavigate();
  return (
    <Section title={words.title} hint={words.hint}>
      <Group gap="sm">
        <ButtonLink
          to="/webhooks/$webhookId/replace-secret"
          params={{ webhookId: webhook.id }}
          variant="default"
          leftSection={<IconKey size={16} aria-hidden />}
        >
          {words.replace}
        </ButtonLink>
        <Button color="red" variant="light" leftSection={<IconTrash size={16} aria-hidden />} onClick={open}>
          {words.delete}
        </Button>
      </Group>
      <DeleteWebhook
        webhook={webhook}
        opened={opened}
        onClose={close}
        done={words.deleted}
        leave={() => navigate({ to: '/webhooks' })}
      />
    </Section>
  );
}
