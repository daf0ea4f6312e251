import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { Surface } from './surface.tsx';

interface AllowedOnlyProps {
  readonly may: boolean;
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}

/** What not every role may use; others see a notice, and nothing is asked for that would be refused. */
export function AllowedOnly({ may, title, hint, children }: AllowedOnlyProps) {
  if (may) return children;
  return (
    <Surface>
      <EmptyState icon={IconLock} title={title} hint={hint} />
    </Surface>
  );
}
