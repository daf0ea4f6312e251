import type { ConsoleKey } from '@ci/contracts/console';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { consoleApi } from '../../../api/console-api.ts';
import { ConfirmByName } from '../../../parts/confirm-by-name.tsx';
import { sayDone } from '../../../parts/notices.ts';
import { texts } from '../../../texts/texts.ts';
import { keysQuery } from './keys.query.ts';

const words = texts.settings.keys.delete;

interface DeleteKeyDialogProps {
  /** Undefined: closed. */
  readonly of: ConsoleKey | undefined;
  readonly onClose: () => void;
}

/** Asks for the name of the key before it is gone. */
export function DeleteKeyDialog({ of: key, onClose }: DeleteKeyDialogProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: ConsoleKey) => consoleApi.deleteKey(id),
    onSuccess: async (_, { name }) => {
      onClose();
      sayDone(words.done(name));
      await queries.invalidateQueries(keysQuery);
    },
  });
  const close = (): void => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmByName
      opened={key !== undefined}
      onClose={close}
      title={words.title}
      name={key?.name ?? ''}
      action={words.action}
      onConfirm={() => {
        if (key !== undefined) remove.mutate(key);
      }}
      pending={remove.isPending}
      error={remove.error}
    >
      {words.explanation(key?.name ?? '')}
    </ConfirmByName>
  );
}
