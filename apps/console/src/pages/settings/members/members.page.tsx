import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../../parts/query-state.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { useIsOwner } from '../../../session/session.query.ts';
import { texts } from '../../../texts/texts.ts';
import { SettingsHeading } from '../settings-heading.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { Invitations } from './invitations.tsx';
import { MemberTable } from './member-table.tsx';
import { membersQuery } from './members.query.ts';

const words = texts.settings.members;

/** Who can sign in, as what; and for owners who may come to it. */
export function MembersPage() {
  const members = useQuery(membersQuery);
  const isOwner = useIsOwner();
  const [inviting, { open, close }] = useDisclosure();
  return (
    <Stack gap="lg">
      <SettingsHeading title={words.title} hint={words.hint}>
        {isOwner && (
          <Button leftSection={<IconUserPlus size={17} aria-hidden />} onClick={open}>
            {words.invite}
          </Button>
        )}
      </SettingsHeading>
      <QueryState query={members}>
        {({ data }) => (
          <Surface p={0}>
            <MemberTable members={data} />
          </Surface>
        )}
      </QueryState>
      {isOwner && <Invitations />}
      <InviteDialog opened={inviting} onClose={close} />
    </Stack>
  );
}
