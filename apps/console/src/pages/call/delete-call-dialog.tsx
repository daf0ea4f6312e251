import { useNavigate } from '@tanstack/react-router';
import { useWayBack } from '../../parts/back-link.tsx';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { texts } from '../../texts/texts.ts';
import { useDeleteCall } from './call-changes.ts';
import type { CallDetail } from './call.query.ts';

const words = texts.call.delete;

interface DeleteCallDialogProps {
  readonly call: CallDetail;
  readonly name: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before a call and all that is known of it is erased; afterwards the list is shown. */
export function DeleteCallDialog({ call, name, opened, onClose }: DeleteCallDialogProps) {
  const navigate = useNavigate();
  const { to, search } = useWayBack('calls');
  const remove = useDeleteCall(call, () => void navigate({ to, search, replace: true }));
  return (
    <ConfirmByName
      opened={opened}
      onClose={onClose}
      title={words.title}
      name={name}
      action={words.action}
      onConfirm={() => remove.mutate()}
      pending={remove.isPending}
      error={remove.error}
    >
      {words.explanation}
    </ConfirmByName>
  );
}
