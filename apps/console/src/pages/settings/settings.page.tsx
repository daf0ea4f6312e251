import { Group } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { AnchorLink } from '../../parts/links.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useIsOwner } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import classes from './settings.module.css';

const { sections } = texts.settings;
const places = [
  { to: '/settings/workspace', label: sections.workspace },
  { to: '/settings/members', label: sections.members },
  { to: '/settings/api-keys', label: sections.apiKeys, forOwners: true },
  { to: '/settings/account', label: sections.account },
] as const;

/** What belongs to the workspace and to oneself, one section beside the other. */
export function SettingsPage() {
  const isOwner = useIsOwner();
  const open = places.filter((place) => isOwner || !('forOwners' in place));
  return (
    <>
      <PageHeader title={texts.settings.title} />
      <Group component="nav" aria-label={texts.settings.title} className={classes.sections ?? ''} gap={4} wrap="nowrap">
        {open.map(({ to, label }) => (
          <AnchorLink key={to} to={to} underline="never" className={classes.section ?? ''}>
            {label}
          </AnchorLink>
        ))}
      </Group>
      <Outlet />
    </>
  );
}
