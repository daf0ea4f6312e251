import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import { Surface } from './surface.tsx';

/** The place of a page that is being loaded. */
export function PageSkeleton() {
  return (
    <Stack gap="lg">
      <Skeleton height={28} width={220} />
      <Surface>
        <RowsSkeleton rows={5} />
      </Surface>
    </Stack>
  );
}

/** The place of a list that is being read. */
export function RowsSkeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <Stack gap="md" role="status">
      <VisuallyHidden>{texts.shared.loading}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <Group key={row} wrap="nowrap" gap="md">
          <Skeleton height={34} circle />
          <Stack gap={6} flex={1}>
            <Skeleton height={12} width={`${String(62 - ((row * 17) % 30))}%`} />
            <Skeleton height={10} width={`${String(40 - ((row * 11) % 20))}%`} />
          </Stack>
          <Skeleton height={12} width={56} visibleFrom="xs" />
        </Group>
      ))}
    </Stack>
  );
}

/** The place of a text that is being read. */
export function TextSkeleton({ lines = 4 }: { readonly lines?: number }) {
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>{texts.shared.loading}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={12} width={line === lines - 1 ? '55%' : '100%'} />
      ))}
    </Stack>
  );
}
