import { Group, Stack, Text, Title } from '@mantine/core';
import { CopyButton } from '../../parts/copy-field.tsx';
import { JsonBlock } from '../../parts/json-block.tsx';
import { texts } from '../../texts/texts.ts';
import { indented } from './indented.ts';

const words = texts.webhooks.delivery;

/** What is sent, laid out to be read; what is copied is what is sent. */
export function RequestBody({ body }: { readonly body: string | null }) {
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={4} size="h3">
          {words.body}
        </Title>
        {body !== null && <CopyButton label={words.body} value={body} />}
      </Group>
      {body === null ? (
        <Text size="sm">{words.bodyErased}</Text>
      ) : (
        <JsonBlock label={words.body} text={indented(body)} />
      )}
    </Stack>
  );
}
