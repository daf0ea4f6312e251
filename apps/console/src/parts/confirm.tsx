import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';
import { FailureAlert } from './failure-alert.tsx';

interface ConfirmProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly pending: boolean;
  readonly error: Error | null;
}

/** Asks once more before something that other people notice. */
export function Confirm({ opened, onClose, title, children, action, onConfirm, pending, error }: ConfirmProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        <FailureAlert error={error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.shared.cancel}
          </Button>
          <Button color="red" loading={pending} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
