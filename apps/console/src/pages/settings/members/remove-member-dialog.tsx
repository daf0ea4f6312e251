import type { ListedMember } from '@ci/contracts/console';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { consoleApi } from '../../../api/console-api.ts';
import { ConfirmByName } from '../../../parts/confirm-by-name.tsx';
import { sayDone } from '../../../parts/notices.ts';
import { texts } from '../../../texts/texts.ts';
import { membersQuery } from './members.query.ts';

const words = texts.settings.members.remove;

interface RemoveMemberDialogProps {
  /** Undefined: closed. */
  readonly member: ListedMember | undefined;
  readonly onClose: () => void;
}

/** Asks for the name before a member can not sign in any more. */
export function RemoveMemberDialog({ member, onClose }: RemoveMemberDialogProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: ListedMember) => consoleApi.removeMember(id),
    onSuccess: async (_, { name }) => {
      onClose();
      sayDone(words.done(name));
      await queries.invalidateQueries(membersQuery);
    },
  });
  const name = member?.name ?? '';
  return (
    <ConfirmByName
      opened={member !== undefined}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      title={words.title(name)}
      name={name}
      action={words.action}
      onConfirm={() => {
        if (member !== undefined) remove.mutate(member);
      }}
      pending={remove.isPending}
      error={remove.error}
    >
      {words.explanation(name)}
    </ConfirmByName>
  );
}
