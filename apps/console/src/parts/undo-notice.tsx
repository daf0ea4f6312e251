import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { texts } from '../texts/texts.ts';

/** Says what has been done, and offers for a while to undo it. */
export function sayUndoable(message: string, onUndo: () => void): void {
  const id: string = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" lineClamp={2}>
          {message}
        </Text>
        <Button
          size="compact-sm"
          variant="light"
          style={{ flexShrink: 0 }}
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          {texts.shared.undo}
        </Button>
      </Group>
    ),
    color: 'petrol',
    autoClose: 8_000,
  });
}
