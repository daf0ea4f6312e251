import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { EmptyState } from './empty-state.tsx';

interface NoMatchProps {
  readonly title: string;
  readonly hint: string;
  readonly level?: 2 | 3;
  readonly clear: string;
  readonly onClear: () => void;
}

/** A list that is empty because of its filters, and the way out of them. */
export function NoMatch({ title, hint, level = 2, clear, onClear }: NoMatchProps) {
  return (
    <EmptyState icon={IconFilterOff} title={title} hint={hint} level={level}>
      <Button variant="default" mt="xs" onClick={onClear}>
        {clear}
      </Button>
    </EmptyState>
  );
}
