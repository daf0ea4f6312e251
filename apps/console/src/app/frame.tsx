import { AppShell, Burger, Group, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { sessionQuery } from '../session/session.query.ts';
import { texts } from '../texts/texts.ts';
import { Brand } from '../parts/brand.tsx';
import classes from './frame.module.css';
import { Navigation } from './navigation.tsx';
import { useRouteFocus } from './route-focus.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useShortcuts } from './shortcuts.ts';

/** What surrounds every page of a signed-in member. A member who is signed out meanwhile comes back here after signing in. */
export function Frame() {
  const { data } = useQuery(sessionQuery);
  const here = useLocation({ select: ({ publicHref }) => publicHref });
  if (!data?.session) return <Navigate to="/sign-in" search={{ next: here }} replace />;
  return <FrameOfMember />;
}

function FrameOfMember() {
  const [open, { toggle, close }] = useDisclosure();
  const [keysShown, keys] = useDisclosure();
  useRouteFocus();
  useShortcuts(keys.open);
  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !open } }}
      classNames={{ main: classes.main ?? '', navbar: classes.navbar ?? '', header: classes.header ?? '' }}
    >
      <UnstyledButton component="a" href="#main" className={classes.skip}>
        {texts.frame.skip}
      </UnstyledButton>
      {/* Not the page's banner: dialogs bring a header as well, and there may be one alone. */}
      <AppShell.Header hiddenFrom="sm" role="presentation">
        <Group component="section" aria-label={texts.frame.product} h="100%" px="md" justify="space-between">
          <Brand />
          <Burger opened={open} onClick={toggle} size="sm" aria-label={texts.frame.openMenu} aria-expanded={open} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar data-open={open || undefined}>
        <Navigation onClose={close} onShortcuts={keys.open} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <div className={classes.page}>
          <Outlet />
        </div>
      </AppShell.Main>
      <ShortcutsDialog opened={keysShown} onClose={keys.close} />
    </AppShell>
  );
}
