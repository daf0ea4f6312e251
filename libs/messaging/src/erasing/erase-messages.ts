import type { EntityManager } from 'typeorm';
import { dropParked, withdrawRefused, withdrawUnsent } from './messages-of-keys.sql.ts';

/** Whose messages: those that a workspace publishes under one key. */
export interface MessagesOfKey {
  readonly workspaceId: string;
  readonly key: string;
}

/**
 * Takes back what was stored under keys and not sent yet, also what the broker has refused: for a deletion, whose own message is enqueued
 * after this. Call it when the keys' streams are locked or appended to, so that no other writer's commit can follow. A row that the relay is
 * sending right now may still go out. Answers how many rows were taken back.
 */
export async function withdrawMessages(tx: EntityManager, messages: readonly MessagesOfKey[]): Promise<number> {
  const rows = [messages.map(({ workspaceId }) => workspaceId), messages.map(({ key }) => key)];
  // In the order of the relay's own deletes: each waits for the other, and none for ever.
  const unsent = await deletedRows(tx, withdrawUnsent, rows);
  // A separate statement: it sees what the relay set aside while the one before waited for it.
  return unsent + (await deletedRows(tx, withdrawRefused, rows));
}

/**
 * Removes what is parked of keys, with the contents of those messages: an erasing message has made them moot. The inbox keeps that they
 * came. What parks under a key later on is not covered: it stays until an operator skips it.
 */
export async function dropParkedMessages(tx: EntityManager, keys: readonly string[]): Promise<number> {
  return deletedRows(tx, dropParked, [keys]);
}

async function deletedRows(tx: EntityManager, statement: string, parameters: readonly unknown[]): Promise<number> {
  const rows = await tx.query<{ deleted: number }[]>(statement, [...parameters]);
  return rows[0]?.deleted ?? 0;
}
