import type { EntityManager } from 'typeorm';

/** What an operator did by hand, for the record of the service. */
export interface OperatorAction {
  /** Who: a person, not a program, wherever that is known. */
  readonly actor: string;
  /** `<noun>.<verb>`, such as `parked.skip`. */
  readonly action: string;
  /** To what. Ids, names, counts and hashes; never a text of a customer, because nothing here is ever erased. */
  readonly target: Readonly<Record<string, unknown>>;
  readonly reason?: string;
}

/** Records an operator's action in the transaction that carries it out: both are there, or neither. */
export async function recordOperatorAction(
  tx: EntityManager,
  { actor, action, target, reason }: OperatorAction,
): Promise<void> {
  await tx.query(`INSERT INTO operator_actions (actor, action, target, reason) VALUES ($1, $2, $3, $4)`, [
    actor,
    action,
    JSON.stringify(target),
    reason ?? null,
  ]);
}
