import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useIsOwner } from '../session/session.query.ts';
import { EmptyState } from './empty-state.tsx';
import { Surface } from './surface.tsx';

interface OwnersOnlyProps {
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}

/** What only owners may read; others are told so, and nothing is asked for that would be refused. */
export function OwnersOnly({ title, hint, children }: OwnersOnlyProps) {
  if (useIsOwner()) return children;
  return (
    <Surface>
      <EmptyState icon={IconLock} title={title} hint={hint} />
    </Surface>
  );
}
