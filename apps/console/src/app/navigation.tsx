import { AppShell, CloseButton, Group, Stack } from '@mantine/core';
import {
  IconAddressBook,
  IconChecklist,
  IconPhone,
  IconSettings,
  IconUpload,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { NavigationLink } from '../parts/links.tsx';
import { texts } from '../texts/texts.ts';
import { useMay } from '../session/session.query.ts';
import { Brand } from '../parts/brand.tsx';
import { LanguageSwitch } from '../parts/language-switch.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import classes from './navigation.module.css';

const { links } = texts.frame;
const places = [
  { to: '/calls', label: links.calls, icon: IconPhone },
  { to: '/upload', label: links.upload, icon: IconUpload, needs: 'importCall' },
  { to: '/contacts', label: links.contacts, icon: IconAddressBook },
  { to: '/action-items', label: links.actionItems, icon: IconChecklist },
  { to: '/webhooks', label: links.webhooks, icon: IconWebhook, needs: 'listWebhooks' },
  { to: '/settings', label: links.settings, icon: IconSettings },
] as const satisfies readonly Place[];

interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: TablerIcon;
  /** Nothing is there for those who may not do this. */
  readonly needs?: 'importCall' | 'listWebhooks';
}

interface NavigationProps {
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

/** Where one can go, and whose console this is. */
export function Navigation({ onClose, onShortcuts }: NavigationProps) {
  const may = { importCall: useMay('importCall'), listWebhooks: useMay('listWebhooks') };
  const open = places.filter((place) => !('needs' in place) || may[place.needs]);
  return (
    <>
      <AppShell.Section p="md">
        <Group justify="space-between" wrap="nowrap">
          <Brand />
          <CloseButton hiddenFrom="sm" onClick={onClose} aria-label={texts.frame.closeMenu} />
        </Group>
      </AppShell.Section>
      <AppShell.Section grow px="xs" component="nav" aria-label={texts.frame.navigation}>
        <Stack gap={2}>
          {open.map(({ to, label, icon: Icon }) => (
            <NavigationLink
              key={to}
              to={to}
              label={label}
              leftSection={<Icon size={19} stroke={1.6} aria-hidden />}
              className={classes.link ?? ''}
              onClick={onClose}
              activeOptions={{ exact: false, includeSearch: false }}
            />
          ))}
        </Stack>
      </AppShell.Section>
      <AppShell.Section p="xs" className={classes.foot ?? ''}>
        <Stack gap="xs">
          <LanguageSwitch />
          <ColorSchemeSwitch />
          <AccountMenu onLeave={onClose} onShortcuts={onShortcuts} />
        </Stack>
      </AppShell.Section>
    </>
  );
}
