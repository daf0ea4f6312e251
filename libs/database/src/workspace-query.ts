import { Query, type Connection } from 'pg';
import type { ConnectionWorkspace, TransactionStatus, WorkspaceChange } from './connection-workspace.ts';

/** What of pg's Query its types leave out. */
interface PgQuery {
  callback: unknown;
  queryMode?: string;
  readonly text: string;
  submit(connection: Connection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}
const PgQuery = Query as unknown as new (config: object) => PgQuery;

/** What of pg's Connection its types leave out. */
interface Wire {
  prependOnceListener(event: 'readyForQuery', listener: () => void): unknown;
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  /** Those that were sent to be parsed, and of which no answer has come yet: what is sent after them finds them. */
  readonly submittedNamedStatements: Readonly<Record<string, string | undefined>>;
  bind(message: { readonly statement: string; readonly values: readonly string[] }): void;
  execute(message: object): void;
}

/** Prepared once on each connection, before the first statement that needs it. */
export const setWorkspace = {
  name: 'set_workspace',
  text: `SELECT set_config('app.workspace', $1, $2)`,
} as const;

/** Prepared by the first transaction of each connection. */
export const beginTransaction = { name: 'begin', text: 'START TRANSACTION' } as const;

/** Whether a statement can be sent ahead of others. Sent to be parsed is enough: should that fail, so does what is behind it. */
export function canGoAhead(connection: object, { name }: { readonly name: string }): boolean {
  const { parsedStatements, submittedNamedStatements } = connection as Wire;
  return (parsedStatements[name] ?? submittedNamedStatements[name]) !== undefined;
}

/** Which workspace a statement is for, and the connection that it is sent on. */
export interface WorkspaceOfQuery {
  readonly wanted: string;
  readonly inForce: ConnectionWorkspace;
  readonly status: () => TransactionStatus;
  /** Set for the first statement of a transaction that the server has not been told of yet; called when it has answered. */
  readonly onBegun?: (() => void) | undefined;
}

/**
 * A statement for one workspace. When another one is in force on the connection, the change goes ahead of the statement in the same
 * message, and so does the beginning of its transaction: no round trip more, and because nothing ends the message in between, what fails ahead
 * of the statement takes it along. (A beginning of its own that is canceled would let the statements behind it commit one by one.)
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
    if (!ahead.every((one) => canGoAhead(connection, one))) return new Error('the workspace cannot be set');
    const wire = connection as unknown as Wire;
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
    // Not before the server has told what has become of the transaction.
    if (onBegun !== undefined) (connection as unknown as Wire).prependOnceListener('readyForQuery', onBegun);
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
