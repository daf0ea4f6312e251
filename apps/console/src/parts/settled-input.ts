import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const pauseMs = 500;

interface SettledInput {
  readonly value: string;
  readonly change: (text: string) => void;
  /** Takes what is there at once. */
  readonly settle: () => void;
}

/**
 * What is being typed, and what of it counts: when the typing pauses, and only what `accepts` takes. Follows `value` where it is changed
 * by something else.
 */
export function useSettledInput(
  value: string,
  onSettled: (text: string) => void,
  accepts: (text: string) => boolean = () => true,
): SettledInput {
  const [draft, setDraft] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // What was sent from here comes back while the user types on; only what comes from elsewhere replaces it.
    if (value !== sent) {
      setSent(value);
      setDraft(value);
    }
  }
  const take = (text: string): void => {
    const trimmed = text.trim();
    if (trimmed === value || (trimmed !== '' && !accepts(trimmed))) return;
    setSent(trimmed);
    onSettled(trimmed);
  };
  const takeLater = useDebouncedCallback(take, pauseMs);
  return {
    value: draft,
    change: (text) => {
      setDraft(text);
      takeLater(text);
    },
    settle: () => {
      takeLater.cancel();
      take(draft);
    },
  };
}
