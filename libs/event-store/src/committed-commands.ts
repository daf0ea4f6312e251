import type { DataSource } from 'typeorm';

/** What a commit has stored. */
export interface CommittedCommands {
  /** How many messages of aggregates. */
  readonly messages: number;
}

type Listener = (committed: CommittedCommands) => void;

const listeners = new WeakMap<DataSource, readonly Listener[]>();

/**
 * Calls `listener` after each commit on the data source in which commands had an effect: who waits for that, such as a relay, need not wait
 * for its next poll. Only a hint: commits of other processes are not heard.
 */
export function onCommittedCommands(dataSource: DataSource, listener: Listener): void {
  listeners.set(dataSource, [...(listeners.get(dataSource) ?? []), listener]);
}

export function announceCommitted(dataSource: DataSource, committed: CommittedCommands): void {
  for (const listener of listeners.get(dataSource) ?? []) listener(committed);
}
