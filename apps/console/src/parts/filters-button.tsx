import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';

interface FiltersButtonProps {
  readonly label: string;
  readonly open: boolean;
  /** Id of what it folds away. */
  readonly controls: string;
  readonly onClick: () => void;
}

/** Shows the filters of a list, and folds them away. */
export function FiltersButton({ label, open, controls, onClick }: FiltersButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={17} stroke={1.8} aria-hidden />}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
