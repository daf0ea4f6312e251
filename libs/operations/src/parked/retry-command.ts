import { retryParked, type RetryTarget } from '@ci/messaging';
import { OperatorError } from '../operator-error.ts';
import type { Operations } from '../operations.ts';

interface RetryOptions {
  readonly key?: string;
  readonly all?: boolean;
  readonly actor: string;
}

export function retry({ withDatabase, print, note }: Operations) {
  return async (message: string | undefined, options: RetryOptions): Promise<void> => {
    const target = targetOf(message, options);
    const { handledAgain, sentAgain } = await withDatabase((database) =>
      database.transaction((tx) => retryParked(tx, target, options.actor)),
    );
    if (handledAgain + sentAgain === 0) {
      throw new OperatorError('Nothing to retry: the message is not parked, or a retry is running. See: parked list');
    }
    if (handledAgain > 0) print(`${handledAgain} to be handled again, each with what waits behind it.`);
    if (sentAgain > 0) print(`${sentAgain} to be sent again.`);
    note('The running service does it within a second. Look with: parked list');
  };
}

function targetOf(message: string | undefined, { key, all }: RetryOptions): RetryTarget {
  const targets: RetryTarget[] = [
    ...(message === undefined ? [] : [{ message }]),
    ...(key === undefined ? [] : [{ key }]),
    ...(all ? [{ all } as const] : []),
  ];
  const [target] = targets;
  if (target === undefined || targets.length > 1) throw new OperatorError('Name a message, --key KEY, or --all.');
  return target;
}
