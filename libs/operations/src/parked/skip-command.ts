import { skipParked, type SkipTarget } from '@ci/messaging';
import { OperatorError } from '../operator-error.ts';
import type { Operations } from '../operations.ts';
import { notParked } from './show-command.ts';

interface SkipOptions {
  readonly key?: string;
  readonly reason: string;
  readonly actor: string;
}

export function skip({ definition, withDatabase, print, note }: Operations) {
  return async (message: string | undefined, { key, reason, actor }: SkipOptions): Promise<void> => {
    const target = targetOf(message, key);
    if (reason.trim() === '') throw new OperatorError('Give a reason: only the reason is kept of the message.');
    const { service, onSkipped } = definition;
    const skipped = await withDatabase((database) =>
      database.transaction((tx) => skipParked(tx, { service, target, actor, reason, ...(onSkipped && { onSkipped }) })),
    );
    if (!skipped) throw notParked(message ?? `the key ${key ?? ''}`);
    const place =
      skipped.offset === null ? '' : `, ${skipped.topic}[${skipped.partition ?? 0}] offset ${skipped.offset}`;
    print(`Skipped ${skipped.id}: message ${skipped.messageId}${place}.`);
    if (skipped.side === 'relay') note('It was never sent: the services that listen to it do not know of it.');
  };
}

function targetOf(message: string | undefined, key: string | undefined): SkipTarget {
  if (message !== undefined && key === undefined) return { message };
  if (message === undefined && key !== undefined) return { key };
  throw new OperatorError('Name a message, or --key KEY for the first one of a key.');
}
