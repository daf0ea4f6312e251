import type { ListedMember } from '@ci/contracts/console';
import { Alert, Modal, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleApi } from '../../../api/console-api.ts';
import { FailureAlert } from '../../../parts/failure-alert.tsx';
import { FormActions } from '../../../parts/form-actions.tsx';
import { sayDone } from '../../../parts/notices.ts';
import { sessionQuery, useSession } from '../../../session/session.query.ts';
import { texts } from '../../../texts/texts.ts';
import { membersQuery } from './members.query.ts';
import { RoleFields, type GrantedRole } from './role-fields.tsx';

const words = texts.settings.members.change;

interface ChangeRoleDialogProps {
  /** Undefined: closed. */
  readonly member: ListedMember | undefined;
  readonly onClose: () => void;
}

export function ChangeRoleDialog({ member, onClose }: ChangeRoleDialogProps) {
  return (
    <Modal opened={member !== undefined} onClose={onClose} title={words.title(member?.name ?? '')} size="lg">
      {member !== undefined && <ChangeRoleForm key={member.id} member={member} onClose={onClose} />}
    </Modal>
  );
}

function ChangeRoleForm({ member, onClose }: { readonly member: ListedMember; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const isSelf = useSession().member.id === member.id;
  const [granted, setGranted] = useState<GrantedRole>({ role: member.role, repIds: member.rep_ids });
  const change = useMutation({
    mutationFn: () => consoleApi.changeRole(member.id, { role: granted.role, rep_ids: [...granted.repIds] }),
    onSuccess: async ({ name }) => {
      onClose();
      sayDone(words.done(name));
      // The own role may be the one that changed.
      await Promise.all([queries.invalidateQueries(membersQuery), queries.invalidateQueries(sessionQuery)]);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <Stack gap="md">
        <FailureAlert error={change.error} />
        <RoleFields value={granted} onChange={setGranted} />
        {isSelf && granted.role !== 'owner' && (
          <Alert role="note" color="yellow">
            {words.givingUp}
          </Alert>
        )}
        <FormActions action={words.action} pending={change.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
