import type { Connection } from 'pg';
import type { ConnectionWorkspace, TransactionStatus, WorkspaceChange } from './connection-workspace.ts';
import { asWire, PgQuery, type Wire } from './pg-internals.ts';

/** Prepared once on each connection, before the first statement that needs it. */
export const setWorkspace = {
  name: 'set_workspace',
  text: `SELECT set_config('app.workspace', $1, $2)`,
} as const;

/** Prepared by the first transaction of each connection. */
export const beginTransaction = { name: 'begin', text: 'START TRANSACTION' } as const;

/** Whether a statement can be sent ahead of others. Sent to be parsed is enough: should that fail, so does what is behind it. */
export function canGoAhead(
  { parsedStatements, submittedNamedStatements }: Wire,
  { name }: { readonly name: string },
): boolean {
  return (parsedStatements[name] ?? submittedNamedStatements[name]) !== undefined;
}

/** Which workspace a statement is for, and the connection that it is sent on. */
export interface WorkspaceOfQuery {
  readonly wanted: string;
  readonly inForce: ConnectionWorkspace;
  readonly status: () => TransactionStatus;
  /** Set for the first statement of a transaction that the server does not know of yet; called when it has answered. */
  readonly onBegun?: (() => void) | undefined;
}

/**
 * A statement for one workspace. When another one is in force on the connection, the change goes ahead of the statement in the same
 * message, and so does the beginning of its transaction: no round trip more, and because nothing ends the message in between, what fails ahead
 * of the statement takes it along. (A separate beginning that is canceled would let the statements behind it commit one by one.)
 */
export class WorkspaceQuery extends PgQuery {
  readonly #of: WorkspaceOfQuery;
  #change: WorkspaceChange | undefined;
  /** Answers to come before that to the statement. */
  #ahead = 0;

  constructor(config: object, of: WorkspaceOfQuery) {
    super(config);
    this.#of = of;
  }

  override submit(connection: Connection): Error | null {
    const { wanted, inForce, status, onBegun } = this.#of;
    this.#change = inForce.change(this.text, wanted, status());
    const ahead: Ahead[] = onBegun === undefined ? [] : [{ ...beginTransaction, values: [] }];
    if (this.#change !== undefined) {
      const { workspace, forTransaction } = this.#change;
      ahead.push({ ...setWorkspace, values: [workspace, String(forTransaction)] });
    }
    if (ahead.length === 0) return super.submit(connection);
    const wire = asWire(connection);
    if (!ahead.every((one) => canGoAhead(wire, one))) return new Error('the workspace cannot be set');
    wire.stream.cork();
    try {
      for (const { name, values } of ahead) {
        wire.bind({ statement: name, values });
        wire.execute({});
      }
      this.#ahead = ahead.length;
      // The simple protocol would not skip the statement when what is ahead of it fails.
      this.queryMode = 'extended';
      return super.submit(connection);
    } finally {
      wire.stream.uncork();
    }
  }

  override handleDataRow(message: unknown): void {
    if (this.#ahead === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#ahead > 0) this.#ahead -= 1;
    else super.handleCommandComplete(message, connection);
  }

  override handleReadyForQuery(connection: Connection): void {
    this.#settle('changed');
    this.#of.onBegun?.();
    super.handleReadyForQuery(connection);
  }

  override handleError(error: Error, connection: Connection): void {
    this.#settle('failed');
    const { onBegun } = this.#of;
    // Not before the server has reported what has become of the transaction.
    if (onBegun !== undefined) asWire(connection).prependOnceListener('readyForQuery', onBegun);
    super.handleError(error, connection);
  }

  /** Once, whatever comes after the first answer. */
  #settle(outcome: 'changed' | 'failed'): void {
    if (this.#change !== undefined) this.#of.inForce[outcome](this.#change);
    this.#change = undefined;
  }
}

interface Ahead {
  readonly name: string;
  readonly values: readonly string[];
}
