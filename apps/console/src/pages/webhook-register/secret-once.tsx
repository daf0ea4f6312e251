import { Alert, Stack, Text, Title } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { CopyField } from '../../parts/copy-field.tsx';
import { texts } from '../../texts/texts.ts';

const words = texts.webhooks.created;

const snippet = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const event = webhook.verify(body, headers);`;

/** The secret of a new endpoint, which the service does not show again, and how it is used. */
export function SecretOnce({ secret }: { readonly secret: string }) {
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" icon={<IconKey aria-hidden />}>
        {words.warning}
      </Alert>
      <CopyField label={words.secret} value={secret} />
      <Stack gap="xs">
        <Title order={3}>{words.verifyTitle}</Title>
        <Text size="sm" c="dimmed">
          {words.verify}
        </Text>
        <CopyField block label={words.snippet} value={snippet} />
      </Stack>
    </Stack>
  );
}
