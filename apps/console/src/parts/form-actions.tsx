import { Button, Group } from '@mantine/core';
import { texts } from '../texts/texts.ts';

export interface FormActionsProps {
  /** What the button says that sends the form. */
  readonly action: string;
  readonly pending: boolean;
  readonly onCancel: () => void;
}

/** The end of a form in a dialog: to leave it, or to send it. */
export function FormActions({ action, pending, onCancel }: FormActionsProps) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {texts.shared.cancel}
      </Button>
      <Button type="submit" loading={pending}>
        {action}
      </Button>
    </Group>
  );
}
