import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** After going to another page the keyboard and the screen reader begin at its top, as they do with a page that a browser loads. */
export function useRouteFocus(): void {
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef<string>(undefined);
  useEffect(() => {
    if (shown !== undefined && before.current !== undefined && before.current !== shown)
      document.getElementById('main')?.focus({ preventScroll: true });
    before.current = shown;
  }, [shown]);
}
