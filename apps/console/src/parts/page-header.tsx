import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';

interface PageHeaderProps {
  readonly title: string;
  /** Where another name says more in a tab of the browser. */
  readonly tabTitle?: string;
  readonly hint?: ReactNode;
  /** Buttons, at the right. */
  readonly children?: ReactNode;
}

/** The top of a page: its one h1, the title of the browser's tab, what can be done here. */
export function PageHeader({ title, tabTitle = title, hint, children }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="lg">
      <title>{`${tabTitle} · ${texts.frame.product}`}</title>
      <Stack gap={4} miw={0}>
        <Title order={1}>{title}</Title>
        {hint !== undefined && (
          <Text c="dimmed" size="sm" maw="60ch">
            {hint}
          </Text>
        )}
      </Stack>
      {children !== undefined && <Group gap="sm">{children}</Group>}
    </Group>
  );
}
