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

/** Which workspace a statement is for, and the connection that it is sent on. */
export interface WorkspaceOfQuery {
  readonly wanted: string;
  readonly inForce: ConnectionWorkspace;
  readonly status: () => TransactionStatus;
}

/**
 * A statement for one workspace. When another one is in force on the connection, the change goes ahead of the statement in the same
 * message: no round trip more, and because nothing ends the message in between, a change that fails takes the statement with it.
 */
export class WorkspaceQuery extends PgQuery {
  readonly #of: WorkspaceOfQuery;
  #change: WorkspaceChange | undefined;
  #isChanging = false;

  constructor(config: object, of: WorkspaceOfQuery) {
    super(config);
    this.#of = of;
  }

  override submit(connection: Connection): Error | null {
    const { wanted, inForce, status } = this.#of;
    this.#change = inForce.change(this.text, wanted, status());
    if (this.#change === undefined) return super.submit(connection);
    const wire = connection as unknown as Wire;
    // Sent is enough: without the statement this one fails.
    if (!isPrepared(wire, setWorkspace.name)) return new Error('the workspace can not be set');
    wire.stream.cork();
    try {
      const { workspace, forTransaction } = this.#change;
      wire.bind({ statement: setWorkspace.name, values: [workspace, String(forTransaction)] });
      wire.execute({});
      this.#isChanging = true;
      // The simple protocol would not skip the statement when the change fails.
      this.queryMode = 'extended';
      return super.submit(connection);
    } finally {
      wire.stream.uncork();
    }
  }

  override handleDataRow(message: unknown): void {
    if (!this.#isChanging) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isChanging) this.#isChanging = false;
    else super.handleCommandComplete(message, connection);
  }

  override handleReadyForQuery(connection: Connection): void {
    this.#settle('changed');
    super.handleReadyForQuery(connection);
  }

  override handleError(error: Error, connection: Connection): void {
    this.#settle('failed');
    super.handleError(error, connection);
  }

  /** Once, whatever comes after the first answer. */
  #settle(outcome: 'changed' | 'failed'): void {
    if (this.#change !== undefined) this.#of.inForce[outcome](this.#change);
    this.#change = undefined;
  }
}

function isPrepared({ parsedStatements, submittedNamedStatements }: Wire, name: string): boolean {
  return (parsedStatements[name] ?? submittedNamedStatements[name]) !== undefined;
}
