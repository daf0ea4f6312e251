import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: TablerIcon;
  readonly title: string;
  /** What to do about it. */
  readonly hint: ReactNode;
  /** 1 where it is all that a page shows. */
  readonly level?: 1 | 2 | 3;
  readonly children?: ReactNode;
}

/** What a list says that has nothing to show. */
export function EmptyState({ icon: Icon, title, hint, level = 2, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon variant="light" size={52} radius="xl" mb={4} aria-hidden>
        <Icon size={26} stroke={1.5} />
      </ThemeIcon>
      <Title order={level} size="h3">
        {title}
      </Title>
      <Text c="dimmed" size="sm" maw="46ch">
        {hint}
      </Text>
      {children}
    </Stack>
  );
}
