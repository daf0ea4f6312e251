import { Text, VisuallyHidden } from '@mantine/core';

/** A dash where there is no value; `words` say so to who does not see it. */
export function Absent({ words }: { readonly words: string }) {
  return (
    <Text span size="sm" c="dimmed">
      <span aria-hidden>–</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </Text>
  );
}
