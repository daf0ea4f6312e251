import type { ListedMember, Role } from '@ci/contracts/console';
import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleApi } from '../../../api/console-api.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { sayDone, sayFailure } from '../../../parts/notices.ts';
import { sessionQuery } from '../../../session/session.query.ts';
import { texts } from '../../../texts/en.ts';
import { membersQuery } from './members.query.ts';

const words = texts.settings.members;
const roles = (['owner', 'member'] as const).map((value) => ({ value, label: words.roles[value] }));

interface RoleSelectProps {
  readonly member: ListedMember;
  readonly isSelf: boolean;
}

/** What a member may do. Who gives up being an owner is asked once more. */
export function RoleSelect({ member, isSelf }: RoleSelectProps) {
  const [givingUp, setGivingUp] = useState(false);
  const change = useChangeRole(member, () => setGivingUp(false));
  return (
    <>
      <NativeSelect
        size="xs"
        w={120}
        aria-label={words.roleOf(member.name)}
        data={roles}
        value={change.isPending ? change.variables : member.role}
        disabled={change.isPending}
        onChange={({ currentTarget: { value } }) => {
          const role = value === 'owner' ? 'owner' : 'member';
          if (isSelf && role === 'member') setGivingUp(true);
          else change.mutate(role);
        }}
      />
      <Confirm
        opened={givingUp}
        onClose={() => setGivingUp(false)}
        title={words.ownRole.title}
        action={words.ownRole.action}
        onConfirm={() => change.mutate('member')}
        pending={change.isPending}
        error={null}
      >
        {words.ownRole.explanation}
      </Confirm>
    </>
  );
}

function useChangeRole({ id }: ListedMember, onEnd: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (role: Role) => consoleApi.changeRole(id, { role }),
    onError: sayFailure,
    onSuccess: async ({ name, role }) => {
      sayDone(words.roleChanged(name, words.roles[role].toLowerCase()));
      // The own role may be the one that changed.
      await Promise.all([queries.invalidateQueries(membersQuery), queries.invalidateQueries(sessionQuery)]);
    },
    onSettled: onEnd,
  });
}
