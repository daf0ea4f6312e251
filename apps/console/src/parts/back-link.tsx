import { IconArrowLeft } from '@tabler/icons-react';
import { VisuallyHidden } from '@mantine/core';
import { useLocation, useSearch, type HistoryState, type LinkProps } from '@tanstack/react-router';
import { texts } from '../texts/texts.ts';
import { AnchorLink } from './links.tsx';

const { backTo, links } = texts.frame;
const lists = {
  calls: { to: '/calls', label: links.calls },
  contacts: { to: '/contacts', label: links.contacts },
  actionItems: { to: '/action-items', label: links.actionItems },
  webhooks: { to: '/webhooks', label: links.webhooks },
} as const;

type ListName = keyof typeof lists;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list from which the user came to a page, and what of it was shown. */
    readonly list?: { readonly name: ListName; readonly search: Readonly<Record<string, string>> };
  }
}

interface WayBack {
  readonly to: NonNullable<LinkProps['to']>;
  readonly search: NonNullable<LinkProps['search']>;
  readonly label: string;
}

/** For the links of a list (`state=`): what they lead to leads back to the list as it was. */
export function useListState(name: ListName): HistoryState {
  return { list: { name, search: useSearch({ strict: false }) } };
}

/** The way to the list from which the user came, with its filters; to `home` where the page was opened by its address. */
export function useWayBack(home: ListName): WayBack {
  const { name, search } = useLocation({ select: ({ state }) => state.list }) ?? { name: home, search: {} };
  return { ...lists[name], search };
}

/** The way back, above the heading of a page. */
export function BackLink({ home }: { readonly home: ListName }) {
  const { label, ...place } = useWayBack(home);
  return (
    <AnchorLink {...place} size="sm" display="inline-flex" mb="xs" style={{ alignItems: 'center', gap: '0.375rem' }}>
      <IconArrowLeft size={15} stroke={1.8} aria-hidden />
      <VisuallyHidden>{backTo}</VisuallyHidden>
      {label}
    </AnchorLink>
  );
}
