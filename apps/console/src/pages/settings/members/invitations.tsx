import type { Invitation } from '@ci/contracts/console';
import { ActionIcon, Text } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleApi } from '../../../api/console-api.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { DateTime } from '../../../parts/date-time.tsx';
import { sayDone } from '../../../parts/notices.ts';
import { QueryState } from '../../../parts/query-state.tsx';
import { Section } from '../../../parts/section.tsx';
import { Cell, RowHead, StackingTable } from '../../../parts/stacking-table.tsx';
import { texts } from '../../../texts/texts.ts';
import { invitationsQuery } from './members.query.ts';
import { RoleText } from './role-text.tsx';

const { roles, invitations: words } = texts.settings.members;
const { columns } = words;

/** The links that are on their way, to withdraw. */
export function Invitations() {
  const invitations = useQuery(invitationsQuery);
  return (
    <Section title={words.title} hint={words.hint}>
      <QueryState query={invitations}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.empty}
            </Text>
          ) : (
            <InvitationTable invitations={data} />
          )
        }
      </QueryState>
    </Section>
  );
}

function InvitationTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const [withdrawing, setWithdrawing] = useState<Invitation>();
  const withdraw = useWithdraw(() => setWithdrawing(undefined));
  return (
    <>
      <StackingTable
        columns={[columns.role, columns.created, columns.by, columns.expires, columns.actions]}
        lastIsActions
      >
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onWithdraw={setWithdrawing} />
        ))}
      </StackingTable>
      <Confirm
        opened={withdrawing !== undefined}
        onClose={() => {
          withdraw.reset();
          setWithdrawing(undefined);
        }}
        title={words.confirmTitle}
        action={words.action}
        onConfirm={() => {
          if (withdrawing !== undefined) withdraw.mutate(withdrawing.id);
        }}
        pending={withdraw.isPending}
        error={withdraw.error}
      >
        {words.explanation}
      </Confirm>
    </>
  );
}

interface InvitationRowProps {
  readonly invitation: Invitation;
  readonly onWithdraw: (invitation: Invitation) => void;
}

function InvitationRow({ invitation, onWithdraw }: InvitationRowProps) {
  const role = roles[invitation.role];
  return (
    <tr>
      <RowHead>
        <RoleText {...invitation} />
      </RowHead>
      <Cell label={columns.created}>
        <DateTime iso={invitation.created_at} />
      </Cell>
      <Cell label={columns.by}>{invitation.created_by?.name ?? words.operator}</Cell>
      <Cell label={columns.expires}>
        <DateTime iso={invitation.expires_at} />
      </Cell>
      <Cell>
        <ActionIcon size="lg" aria-label={words.withdraw(role.toLowerCase())} onClick={() => onWithdraw(invitation)}>
          <IconLinkOff size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Cell>
    </tr>
  );
}

function useWithdraw(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: consoleApi.withdrawInvitation,
    onSuccess: async () => {
      onDone();
      sayDone(words.done);
      await queries.invalidateQueries(invitationsQuery);
    },
  });
}
