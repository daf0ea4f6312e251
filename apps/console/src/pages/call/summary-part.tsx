import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of what was found, under its own heading. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Title order={2} size="h3" mb={6}>
        {title}
      </Title>
      {children}
    </section>
  );
}
