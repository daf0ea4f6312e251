/** Outside of a transaction, in one, or in one that has failed: what the server said last. */
export type TransactionStatus = 'I' | 'T' | 'E';

/** Nothing is set: row-level security shows no row. */
export const NO_WORKSPACE = '';

const CONTROLS_TRANSACTION = /^(?:START|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET TRANSACTION)\b/;

/**
 * Which workspace is in force on a connection, so that it is set when it has to change and only then. In a transaction it is set for that
 * transaction, so that a rollback takes nothing back that holds beyond it.
 */
export class ConnectionWorkspace {
  /** Undefined: not known. */
  #session: string | undefined = NO_WORKSPACE;
  #ofTransaction: { readonly workspace: string | undefined } | undefined;
  #confinedTo: string | undefined;
  /** Changes that were sent, and of which it is not known yet whether they came into force. */
  #underway = 0;
  /** A rollback was sent behind changes that are under way. */
  #mayBeTakenBack = false;

  /** Holds until the end of the transaction that is open, whatever its statements ask for. */
  confineTo(workspace: string | undefined): void {
    this.#confinedTo = workspace;
  }

  /** What has to be set before a statement may run; undefined: nothing. Asked when the statement is about to be sent, not earlier. */
  change(text: string, wanted: string, status: TransactionStatus): WorkspaceChange | undefined {
    if (status === 'I') {
      this.#ofTransaction = undefined;
      this.#confinedTo = undefined;
    }
    // These read no rows, and the level of isolation can only be set while nothing has run.
    if (CONTROLS_TRANSACTION.test(text)) {
      if (text.startsWith('ROLLBACK')) {
        this.#ofTransaction = { workspace: undefined };
        this.#mayBeTakenBack = this.#underway > 0;
      }
      return undefined;
    }
    // Every statement is refused until the transaction is rolled back.
    if (status === 'E') return undefined;
    const workspace = this.#confinedTo ?? wanted;
    const inForce = this.#ofTransaction === undefined ? this.#session : this.#ofTransaction.workspace;
    // Statements are sent without waiting for each other: behind a change that may still fail each brings its own.
    if (workspace === inForce && this.#underway === 0) return undefined;
    this.#underway += 1;
    return { workspace, forTransaction: status === 'T' };
  }

  /** The change was made, with all that was sent with it. */
  changed({ workspace, forTransaction }: WorkspaceChange): void {
    this.#answered(this.#mayBeTakenBack ? undefined : workspace, forTransaction);
  }

  /** What was sent with the change has failed, and took it back. */
  failed({ forTransaction }: WorkspaceChange): void {
    this.#answered(undefined, forTransaction);
  }

  #answered(workspace: string | undefined, forTransaction: boolean): void {
    this.#underway -= 1;
    if (this.#underway === 0) this.#mayBeTakenBack = false;
    if (forTransaction) this.#ofTransaction = { workspace };
    else this.#session = workspace;
  }
}

/** A workspace that comes into force, for a transaction or for what follows. */
export interface WorkspaceChange {
  readonly workspace: string;
  readonly forTransaction: boolean;
}
