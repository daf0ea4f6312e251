import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useId } from 'react';
import { texts } from '../texts/texts.ts';
import classes from './copy-field.module.css';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  /** Kept on several lines, such as a command. */
  readonly block?: boolean;
}

/** Something to take along: a key, a link, a command. */
export function CopyField({ label, value, block = false }: CopyFieldProps) {
  const id = useId();
  return (
    <Stack gap={6}>
      <Group justify="space-between" align="center" wrap="nowrap">
        <Text size="sm" fw={550} id={id}>
          {label}
        </Text>
        <CopyButton label={label} value={value} />
      </Group>
      {/* What is wider than its place is scrolled by the keyboard as well. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes.value} data-block={block || undefined} aria-labelledby={id} role="group" tabIndex={0}>
        {value}
      </pre>
    </Stack>
  );
}

/** Copies, and says that it did. */
export function CopyButton({ label, value }: { readonly label: string; readonly value: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 2_000 });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<Icon size={15} stroke={1.8} aria-hidden />}
        onClick={() => copy(value)}
        aria-label={texts.shared.copyWhat(label)}
      >
        {copied ? texts.shared.copied : texts.shared.copy}
      </Button>
      <VisuallyHidden role="status">
        {copied ? texts.shared.copied : error === null ? '' : texts.shared.notCopied}
      </VisuallyHidden>
    </>
  );
}
