import type { EntityManager } from 'typeorm';
import type { Statement } from './statement.ts';

/**
 * The answers to statements of one connection that go to the server in one piece, in their order. Each sees what those before it did, with a
 * separate snapshot. Returns when all have ended, however they did: one that went on after a failure would write into the next transaction of
 * the connection. The first failure is the cause of those after it.
 */
export async function sentTogether<Answers extends readonly unknown[]>(
  ...statements: { readonly [Index in keyof Answers]: Promise<Answers[Index]> }
): Promise<Answers> {
  const outcomes = await Promise.allSettled(statements);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }) as unknown as Answers;
}

/** The same for statements whose answers no caller needs. */
export async function sendTogether(tx: EntityManager, statements: readonly Statement[]): Promise<void> {
  await sentTogether(...statements.map(({ text, values }) => tx.query(text, [...values])));
}
