import { notifications } from '@mantine/notifications';
import { texts } from '../texts/texts.ts';
import { explain } from './explain.ts';

/** Says shortly what has been done. */
export function sayDone(message: string): void {
  notifications.show({ message, color: 'petrol' });
}

/** Copies a text, and says that it did: not every browser lets it. */
export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    sayDone(copied);
  } catch {
    notifications.show({ message: texts.shared.notCopied, color: 'red' });
  }
}

/** Says what went wrong with something that was to be done; for `onError` of a mutation. */
export function sayFailure(error: unknown): void {
  const { title, hint } = explain(error);
  notifications.show({
    title,
    message: hint,
    color: 'red',
    autoClose: 10_000,
  });
}
