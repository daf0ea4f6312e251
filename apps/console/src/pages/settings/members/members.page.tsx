import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../../parts/query-state.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { useIsOwner } from '../../../session/session.query.ts';
import { texts } from '../../../texts/en.ts';
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
      <title>{`${words.title} · ${texts.frame.product}`}</title>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2}>{words.title}</Title>
          <Text c="dimmed" size="sm">
            {words.hint}
          </Text>
        </div>
        {isOwner && (
          <Button leftSection={<IconUserPlus size={17} aria-hidden />} onClick={open}>
            {words.invite}
          </Button>
        )}
      </Group>
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
