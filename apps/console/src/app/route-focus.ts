import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** After going to another page the keyboard and the screen reader begin at its top, as they do with a page that a browser loads. */
export function useRouteFocus(onPage: () => void): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || fromLocation === undefined) return;
        onPage();
        document.getElementById('main')?.focus({ preventScroll: true });
      }),
    [router, onPage],
  );
}
