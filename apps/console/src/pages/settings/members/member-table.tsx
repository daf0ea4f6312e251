import type { ListedMember } from '@ci/contracts/console';
import { ActionIcon, Badge, Text } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { DateTime } from '../../../parts/date-time.tsx';
import { Cell, RowHead, StackingTable } from '../../../parts/stacking-table.tsx';
import { useSession } from '../../../session/session.query.ts';
import { texts } from '../../../texts/en.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RoleSelect } from './role-select.tsx';

const words = texts.settings.members;
const { columns } = words;
const dataColumns = [columns.name, columns.email, columns.role, columns.joined];

/** The members; owners change what they may do, and remove them. */
export function MemberTable({ members }: { readonly members: readonly ListedMember[] }) {
  const { role } = useSession().member;
  const isOwner = role === 'owner';
  const [removing, setRemoving] = useState<ListedMember>();
  return (
    <>
      <StackingTable columns={[...dataColumns, ...(isOwner ? [columns.actions] : [])]} lastIsActions={isOwner}>
        {members.map((member) => (
          <MemberRow key={member.id} member={member} onRemove={isOwner ? setRemoving : undefined} />
        ))}
      </StackingTable>
      <RemoveMemberDialog member={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
}

interface MemberRowProps {
  readonly member: ListedMember;
  readonly onRemove: ((member: ListedMember) => void) | undefined;
}

function MemberRow({ member, onRemove }: MemberRowProps) {
  const isSelf = useSession().member.id === member.id;
  return (
    <tr>
      <RowHead>
        <span>
          {member.name}
          {isSelf && (
            <Badge color="gray" ml="xs">
              {words.you}
            </Badge>
          )}
        </span>
      </RowHead>
      <Cell label={columns.email}>
        <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
          {member.email}
        </Text>
      </Cell>
      <Cell label={columns.role}>
        {onRemove === undefined ? words.roles[member.role] : <RoleSelect member={member} isSelf={isSelf} />}
      </Cell>
      <Cell label={columns.joined}>
        <DateTime iso={member.joined_at} day />
      </Cell>
      {onRemove !== undefined && (
        <Cell>
          {!isSelf && (
            <ActionIcon size="lg" aria-label={words.remove.of(member.name)} onClick={() => onRemove(member)}>
              <IconUserMinus size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
        </Cell>
      )}
    </tr>
  );
}
