import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';

interface SettingsHeadingProps {
  readonly title: string;
  readonly hint: string;
  /** What can be begun here, if anything. */
  readonly children?: ReactNode;
}

/** The heading of one of the settings' pages, and the title of the tab. */
export function SettingsHeading({ title, hint, children }: SettingsHeadingProps) {
  return (
    <>
      <title>{`${title} · ${texts.frame.product}`}</title>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2}>{title}</Title>
          <Text c="dimmed" size="sm">
            {hint}
          </Text>
        </div>
        {children}
      </Group>
    </>
  );
}
