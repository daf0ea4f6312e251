import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { texts } from '../texts/texts.ts';
import { FailureAlert } from './failure-alert.tsx';

interface ConfirmByNameProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** What has to be typed. */
  readonly name: string;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly pending: boolean;
  readonly error: Error | null;
}

/** Asks for the name of what is about to be lost. */
export function ConfirmByName({ opened, onClose, title, ...rest }: ConfirmByNameProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <ConfirmForm onClose={onClose} {...rest} />
    </Modal>
  );
}

function ConfirmForm({
  onClose,
  children,
  name,
  action,
  onConfirm,
  pending,
  error,
}: Omit<ConfirmByNameProps, 'opened' | 'title'>) {
  const [typed, setTyped] = useState('');
  const matches = typed.trim() === name.trim();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (matches) onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        <TextInput
          data-autofocus
          label={texts.shared.typeName(name)}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
          autoComplete="off"
          spellCheck={false}
        />
        <FailureAlert error={error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {texts.shared.cancel}
          </Button>
          <Button type="submit" color="red" disabled={!matches} loading={pending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
