import { Client, type ClientConfig } from 'pg';
import { ConnectionWorkspace, NO_WORKSPACE, type TransactionStatus } from './connection-workspace.ts';
import { wireOf } from './pg-internals.ts';
import { PLAN_EACH_TIME } from './statement.ts';
import { currentWorkspace } from './workspace-context.ts';
import { beginTransaction, canGoAhead, setWorkspace, WorkspaceQuery } from './workspace-query.ts';

const USES_BEFORE = 5;
const MOST_PREPARED = 100;
const MOST_COUNTED = 1_000;
/** After so many prepared statements all are planned again, then after twice as many, and so on up to the second number. */
const FIRST_REPLAN = 64;
const LONGEST_REPLAN = 4_096;

type Send = (...input: unknown[]) => unknown;
type Callback = (error: Error | null, result?: unknown) => void;

/**
 * A connection that prepares the statements it is sent again and again. Without it the server parses and plans each of them every time,
 * which takes longer than to execute it: the append with what belongs to it was twice as slow.
 *
 * The number is bounded, because the server keeps them as long as the connection; what is not among the first stays as it is.
 *
 * Plans are kept for a while only. What was planned when a table was nearly empty reads all of it for each row that it looks for, and the
 * server plans it again no earlier than its next statistics, a minute and thousands of rows later.
 *
 * Each statement runs with the workspace in force that it is for: none, or the one that the transaction was confined to.
 *
 * A transaction begins with its first statement, in one message: "START TRANSACTION" is answered here.
 */
export class PreparingClient extends Client {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly #workspace = new ConnectionWorkspace();
  readonly #sendAsIs: Send;
  /** Of the transaction that the server has not confirmed yet: `held` until a statement takes its beginning along, then `sent`. */
  #beginning: 'none' | 'held' | 'sent' = 'none';
  readonly #status = (): TransactionStatus => (this.#beginning === 'none' ? (this.getTransactionStatus() ?? 'I') : 'T');
  #namesGiven = 0;
  #usesOfPlans = 0;
  #replanAfter = FIRST_REPLAN;
  #changesWorkspaces = false;

  constructor(config?: string | ClientConfig) {
    super(config);
    const wire = wireOf(this);
    // pg leaves this to the server, which keeps for a minute what began to sign in and did not: one more with each try.
    wire.on('error', () => wire.stream.destroy());
    this.#sendAsIs = super.query.bind(this);
    // pg's method has a dozen overloads, of which two matter here.
    this.query = ((...input: unknown[]) => this.#send(input)) as typeof this.query;
  }

  /** Lets what follows in the open transaction meet the rows of one workspace alone; undefined lifts that. */
  confineTo(workspaceId: string | undefined): void {
    this.#workspace.confineTo(workspaceId);
    this.#prepareChanges();
  }

  /** The workspace that a statement is for which is being sent now. */
  protected wantedWorkspace(): string {
    return NO_WORKSPACE;
  }

  #send(input: unknown[]): unknown {
    const [text, values] = input;
    // A cursor or a stream would run past the workspace.
    if (typeof text !== 'string') throw new TypeError('a statement is a text');
    const given = input.find((one) => typeof one === 'function') as Callback | undefined;
    if (given !== undefined) {
      this.#submit(text, values, given);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#submit(text, values, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      });
    }).catch((error: unknown) => {
      // With the stack of the caller in place of that of the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  }

  #submit(text: string, values: unknown, callback: Callback): void {
    if (text === beginTransaction.text && this.#begin(callback)) return;
    if (this.#beginning === 'held' && text.includes(';')) {
      // Several statements fit into no message behind others. (Migrations: nothing is sent beside them.)
      this.#beginning = 'none';
      this.#sendAsIs(beginTransaction, (error: Error | null) =>
        error ? callback(error) : this.#submit(text, values, callback),
      );
      return;
    }
    const wanted = this.wantedWorkspace();
    if (wanted !== NO_WORKSPACE) this.#prepareChanges();
    const hasValues = Array.isArray(values) && values.length > 0;
    const name = hasValues ? this.#nameOf(text) : undefined;
    if (name !== undefined) this.#countUse();
    const done: Callback = (error, result) => {
      if (error && name !== undefined) this.#forgetIfOutdated(error, text);
      callback(error, result);
    };
    const config = { text, callback: done, ...(hasValues ? { values } : {}), ...(name === undefined ? {} : { name }) };
    const workspace = { wanted, inForce: this.#workspace, status: this.#status, onBegun: this.#takeBeginning() };
    this.#sendAsIs(new WorkspaceQuery(config, workspace));
  }

  /** True when the beginning waits for the first statement. The first one on a connection is sent separately, and prepared. */
  #begin(callback: Callback): boolean {
    if (this.#status() !== 'I') return false;
    // What was in force for the transaction before is forgotten with it.
    this.#workspace.change(beginTransaction.text, NO_WORKSPACE, 'I');
    if (canGoAhead(wireOf(this), beginTransaction)) {
      this.#beginning = 'held';
      queueMicrotask(() => callback(null, { command: 'START', rowCount: null, rows: [], fields: [] }));
    } else {
      this.#sendAsIs(beginTransaction, callback);
    }
    return true;
  }

  #takeBeginning(): (() => void) | undefined {
    if (this.#beginning !== 'held') return undefined;
    this.#beginning = 'sent';
    return () => {
      this.#beginning = 'none';
    };
  }

  #prepareChanges(): void {
    if (this.#changesWorkspaces) return;
    this.#changesWorkspaces = true;
    // It sets what is in force at the start. Should it fail, so does the statement that needs it; the one after that tries again.
    this.#sendAsIs({ ...setWorkspace, values: [NO_WORKSPACE, 'false'] }, (error: Error | null) => {
      if (error) this.#changesWorkspaces = false;
    });
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= MOST_PREPARED || text.startsWith(PLAN_EACH_TIME)) return undefined;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < USES_BEFORE) {
      if (this.#uses.size >= MOST_COUNTED) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    this.#namesGiven += 1;
    const name = `prepared_${this.#namesGiven}`;
    this.#names.set(text, name);
    return name;
  }

  /** It goes ahead of the next statement, without a round trip. In a transaction that has failed it fails as all else does: next time, then. */
  #countUse(): void {
    this.#usesOfPlans += 1;
    if (this.#usesOfPlans < this.#replanAfter) return;
    this.#usesOfPlans = 0;
    this.#replanAfter = Math.min(this.#replanAfter * 2, LONGEST_REPLAN);
    this.#sendAsIs({ text: 'DISCARD PLANS' }, () => undefined);
  }

  /** "cached plan must not change result type": a migration changed a column. The next attempt prepares it again. */
  #forgetIfOutdated(error: unknown, text: string): void {
    if ((error as { code?: unknown }).code === '0A000') this.#names.delete(text);
  }
}

/** A connection for requests: each statement meets the rows of the workspace that it is sent for, and without one no rows. */
export class RequestClient extends PreparingClient {
  protected override wantedWorkspace(): string {
    return currentWorkspace() ?? NO_WORKSPACE;
  }
}
