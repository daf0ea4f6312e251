import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { CopyField } from '../../../parts/copy-field.tsx';
import { texts } from '../../../texts/texts.ts';
import { curlLine } from './curl-line.ts';

const words = texts.settings.keys.created;

/** The key, this once, and a line to try it with. */
export function CreatedKey({ apiKey, onDone }: { readonly apiKey: string; readonly onDone: () => void }) {
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconInfoCircle aria-hidden />}>
        {words.warning}
      </Alert>
      <CopyField label={words.key} value={apiKey} />
      <CopyField label={words.curl} value={curlLine(window.location.origin, apiKey)} block />
      <Group justify="flex-end">
        <Button data-autofocus onClick={onDone}>
          {words.done}
        </Button>
      </Group>
    </Stack>
  );
}
