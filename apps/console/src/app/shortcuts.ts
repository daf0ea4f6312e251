import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Pages by the key that follows `g`. */
export const pagesByKey = {
  c: '/calls',
  k: '/contacts',
  a: '/action-items',
  u: '/upload',
  w: '/webhooks',
  s: '/settings',
} as const;

/** So long after `g` its second key counts. */
const togetherMs = 1_200;

/** `?` shows the keys, `/` goes to the search of the page, `g` and a letter go to a page. Nothing while the user types or a dialog is open. */
export function useShortcuts(onHelp: () => void): void {
  const navigate = useNavigate();
  const began = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
    const to = Date.now() - began.current < togetherMs ? pagesByKey[event.key as keyof typeof pagesByKey] : undefined;
    began.current = event.key === 'g' ? Date.now() : 0;
    if (to !== undefined) void navigate({ to });
    else if (event.key === '?') onHelp();
    else if (event.key !== '/' || !focusSearch()) return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true;
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

/** The search of the page, else its first filter that is seen. */
function focusSearch(): boolean {
  const fields = document.querySelectorAll<HTMLElement>('[data-shortcut="search"], [role="search"] :is(input, select)');
  const field = [...fields].find((one) => one.checkVisibility());
  field?.focus();
  return field !== undefined;
}
