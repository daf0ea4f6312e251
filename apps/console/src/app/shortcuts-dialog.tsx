import { Group, Kbd, Modal } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import classes from './shortcuts-dialog.module.css';

const words = texts.frame.shortcuts;

interface ShortcutsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Every key of the console. */
export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={words.title}>
      <dl className={classes.keys}>
        {words.keys.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              <Group gap={4} component="span">
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </Group>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
