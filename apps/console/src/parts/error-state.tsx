import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { texts } from '../texts/texts.ts';
import { explain } from './explain.ts';

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** 1 where it is all that a page shows. */
  readonly level?: 1 | 2 | 3;
}

/** Replaces something that could not be read: why, and what to do. */
export function ErrorState({ error, onRetry, level = 2 }: ErrorStateProps) {
  const { title, hint, reference, outdated } = explain(error);
  return (
    <Stack role="alert" align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon color="red" variant="light" size={52} radius="xl" mb={4} aria-hidden>
        <IconAlertTriangle size={26} stroke={1.5} />
      </ThemeIcon>
      {level === 1 && <title>{`${title} · ${texts.frame.product}`}</title>}
      <Title order={level} size="h3">
        {title}
      </Title>
      <Text c="dimmed" size="sm" maw="52ch">
        {hint}
      </Text>
      {outdated && <Button onClick={reload}>{texts.failures.reload}</Button>}
      {!outdated && onRetry !== undefined && (
        <Button variant="default" onClick={onRetry}>
          {texts.failures.retry}
        </Button>
      )}
      {reference !== undefined && (
        <Text c="dimmed" size="xs" ff="monospace">
          {texts.failures.reference(reference)}
        </Text>
      )}
    </Stack>
  );
}

function reload(): void {
  window.location.reload();
}
