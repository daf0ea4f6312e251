import { Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface ShownOnceDialogProps<Created> {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** While it is asked for, and once it is there. */
  readonly titles: { readonly form: string; readonly created: string };
  readonly form: (onCreated: (created: Created) => void) => ReactNode;
  readonly children: (created: Created) => ReactNode;
}

/** Asks for what a secret needs, then shows it, once: one that is not copied yet is not lost to a click beside the dialog. */
export function ShownOnceDialog<Created>({ opened, onClose, titles, form, children }: ShownOnceDialogProps<Created>) {
  const [created, setCreated] = useState<{ readonly it: Created }>();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setCreated(undefined)}
      title={created === undefined ? titles.form : titles.created}
      size="lg"
      closeOnClickOutside={created === undefined}
      closeOnEscape={created === undefined}
    >
      {created === undefined ? form((it) => setCreated({ it })) : children(created.it)}
    </Modal>
  );
}
