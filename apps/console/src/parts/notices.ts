import { notifications } from '@mantine/notifications';
import { explain } from './explain.ts';

/** Says shortly what has been done. */
export function sayDone(message: string): void {
  notifications.show({ message, color: 'petrol' });
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
