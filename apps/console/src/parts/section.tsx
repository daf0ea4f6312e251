import { Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Surface } from './surface.tsx';

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A part of a page with its own heading, on a sheet. */
export function Section({ title, hint, children }: SectionProps) {
  const id = useId();
  return (
    <Surface>
      <Stack component="section" aria-labelledby={id} gap="md">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {hint !== undefined && (
            <Text c="dimmed" size="sm">
              {hint}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Surface>
  );
}
