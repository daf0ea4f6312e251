import type { ListedMember } from '@ci/contracts/console';
import { ActionIcon, Badge, Text } from '@mantine/core';
import { IconUserCog, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { DateTime } from '../../../parts/date-time.tsx';
import { Cell, RowHead, StackingTable } from '../../../parts/stacking-table.tsx';
import { useIsOwner, useSession } from '../../../session/session.query.ts';
import { texts } from '../../../texts/texts.ts';
import { ChangeRoleDialog } from './change-role-dialog.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RoleText } from './role-text.tsx';

const words = texts.settings.members;
const { columns } = words;
const dataColumns = [columns.name, columns.email, columns.role, columns.joined];

/** The members; owners change what they may do, and remove them. */
export function MemberTable({ members }: { readonly members: readonly ListedMember[] }) {
  const isOwner = useIsOwner();
  const [changing, setChanging] = useState<ListedMember>();
  const [removing, setRemoving] = useState<ListedMember>();
  return (
    <>
      <StackingTable columns={[...dataColumns, ...(isOwner ? [columns.actions] : [])]} lastIsActions={isOwner}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            {...(isOwner && { onChange: setChanging, onRemove: setRemoving })}
          />
        ))}
      </StackingTable>
      <ChangeRoleDialog member={changing} onClose={() => setChanging(undefined)} />
      <RemoveMemberDialog member={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
}

interface MemberRowProps {
  readonly member: ListedMember;
  readonly onChange?: (member: ListedMember) => void;
  readonly onRemove?: (member: ListedMember) => void;
}

function MemberRow({ member, onChange, onRemove }: MemberRowProps) {
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
        <RoleText {...member} />
      </Cell>
      <Cell label={columns.joined}>
        <DateTime iso={member.joined_at} day />
      </Cell>
      {onChange !== undefined && onRemove !== undefined && (
        <Cell>
          <ActionIcon size="lg" aria-label={words.change.of(member.name)} onClick={() => onChange(member)}>
            <IconUserCog size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
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
