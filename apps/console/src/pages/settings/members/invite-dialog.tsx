import type { CreatedInvitation } from '@ci/contracts/console';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleApi } from '../../../api/console-api.ts';
import { CopyField } from '../../../parts/copy-field.tsx';
import { DateTime } from '../../../parts/date-time.tsx';
import { FailureAlert } from '../../../parts/failure-alert.tsx';
import { FormActions } from '../../../parts/form-actions.tsx';
import { ShownOnceDialog } from '../../../parts/shown-once-dialog.tsx';
import { texts } from '../../../texts/texts.ts';
import { invitationsQuery } from './members.query.ts';
import { RoleFields, type GrantedRole } from './role-fields.tsx';

const words = texts.settings.members;

interface InviteDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for the role, then shows the link, once. */
export function InviteDialog({ opened, onClose }: InviteDialogProps) {
  return (
    <ShownOnceDialog<CreatedInvitation>
      opened={opened}
      onClose={onClose}
      titles={{ form: words.form.title, created: words.created.title }}
      form={(onCreated) => <InviteForm onCancel={onClose} onCreated={onCreated} />}
    >
      {(created) => <CreatedLink invitation={created} onDone={onClose} />}
    </ShownOnceDialog>
  );
}

interface InviteFormProps {
  readonly onCancel: () => void;
  readonly onCreated: (invitation: CreatedInvitation) => void;
}

function InviteForm({ onCancel, onCreated }: InviteFormProps) {
  const queries = useQueryClient();
  const [granted, setGranted] = useState<GrantedRole>({ role: 'reader', repIds: [] });
  const invite = useMutation({
    mutationFn: consoleApi.invite,
    onSuccess: async (invitation) => {
      onCreated(invitation);
      await queries.invalidateQueries(invitationsQuery);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate({ role: granted.role, rep_ids: [...granted.repIds] });
      }}
    >
      <Stack gap="md">
        <FailureAlert error={invite.error} />
        <RoleFields value={granted} onChange={setGranted} />
        <FormActions action={words.form.action} pending={invite.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

interface CreatedLinkProps {
  readonly invitation: CreatedInvitation;
  readonly onDone: () => void;
}

function CreatedLink({ invitation, onDone }: CreatedLinkProps) {
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconInfoCircle aria-hidden />}>
        {words.created.warning}
      </Alert>
      <CopyField
        label={words.created.link}
        value={`${window.location.origin}/console/invitation#${invitation.token}`}
      />
      <Text size="sm" c="dimmed">
        {words.created.validUntil} <DateTime iso={invitation.expires_at} />
      </Text>
      <Group justify="flex-end">
        <Button data-autofocus onClick={onDone}>
          {words.created.done}
        </Button>
      </Group>
    </Stack>
  );
}
