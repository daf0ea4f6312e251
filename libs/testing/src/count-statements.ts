import type { EntityManager } from 'typeorm';

/** Counts the statements of a transaction from now on. */
export function countStatements({ queryRunner }: EntityManager): () => number {
  if (!queryRunner) throw new Error('statements are counted within a transaction');
  const query = queryRunner.query.bind(queryRunner) as (...statement: unknown[]) => Promise<unknown>;
  let sent = 0;
  queryRunner.query = ((...statement: unknown[]) => {
    sent += 1;
    return query(...statement);
  }) as typeof queryRunner.query;
  return () => sent;
}
