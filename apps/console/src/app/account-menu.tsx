import { Avatar, Group, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconKeyboard, IconLogout, IconSelector, IconUser } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { consoleApi } from '../api/console-api.ts';
import { sayFailure } from '../parts/notices.ts';
import { texts } from '../texts/texts.ts';
import { startSession, useSession } from '../session/session.query.ts';
import classes from './account-menu.module.css';

interface AccountMenuProps {
  readonly onLeave: () => void;
  readonly onShortcuts: () => void;
}

/** Who is signed in, where, and the way out. */
export function AccountMenu({ onLeave, onShortcuts }: AccountMenuProps) {
  const { member, workspace } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <Menu position="top-start" width="target">
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <Group gap="sm" wrap="nowrap">
            <Avatar name={member.name} color="petrol" radius="xl" size={34} aria-hidden />
            <div className={classes.names}>
              <VisuallyHidden>{texts.session.accountMenu}</VisuallyHidden>
              <Text size="sm" fw={600} truncate>
                {member.name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {workspace.name}
              </Text>
            </div>
            <IconSelector size={16} stroke={1.6} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconKeyboard size={16} stroke={1.6} aria-hidden />}
          onClick={() => {
            onLeave();
            onShortcuts();
          }}
        >
          {texts.frame.shortcuts.title}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconUser size={16} stroke={1.6} aria-hidden />}
          onClick={() => {
            onLeave();
            void navigate({ to: '/settings/account' });
          }}
        >
          {texts.session.account}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />}
          onClick={() => {
            signOut.mutate();
          }}
        >
          {texts.session.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useSignOut() {
  const queries = useQueryClient();
  // The frame finds no session any more and shows the sign-in page.
  return useMutation({
    mutationFn: consoleApi.signOut,
    onError: sayFailure,
    onSuccess: () => {
      startSession(queries, { session: null });
    },
  });
}
