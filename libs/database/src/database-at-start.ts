import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { connectionRefusal, connectionText, isTransientDatabaseError } from '@ci/errors';
import type { Absence, AwaitedDependencies } from './start/awaited-dependencies.ts';
import { initialized } from './initialized.ts';
import { assertNoTransactionPooler } from './pooler-check.ts';
import { assertFitRole, MissingRights } from './role-check.ts';

/**
 * Connects a DataSource before anything is bootstrapped, and waits as long as it takes for the server, the database and the migrations, and for
 * an operator where the server refuses the connection or can not be trusted. A role that is unfit, and a pooler, end the start: see `listenOrExit`.
 */
export class DatabaseAtStart implements OnModuleInit, OnModuleDestroy {
  readonly #stopping = new AbortController();
  #starting: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly awaited: AwaitedDependencies,
    /** The variable that says where it is and under which role. */
    private readonly variable: string,
  ) {}

  onModuleInit(): Promise<void> {
    this.#starting = this.awaited.until(
      () => this.#connect(),
      (error) => absenceOf(error, this.variable),
      this.#stopping.signal,
    );
    return this.#starting;
  }

  /** What is being connected is connected by then, and can be closed. */
  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort();
    await this.#starting.catch(() => undefined);
  }

  async #connect(): Promise<void> {
    if (!this.dataSource.isInitialized) await initialized(this.dataSource);
    await assertNoTransactionPooler(this.dataSource);
    // Nothing would report later on that row-level security does not hold this role.
    await assertFitRole(this.dataSource);
  }
}

/** Rights are what migrations give at their end: a role that has them finds every table that was there to be made. */
function absenceOf(error: unknown, variable: string): Absence | undefined {
  if (error instanceof MissingRights) return { dependency: 'migrations', reason: error.message };
  const refusal = connectionRefusal(error);
  if (refusal !== undefined) {
    const { dependency, problem, detail } = refusal;
    return { dependency, what: `database of ${variable}, which ${problem}`, reason: detail };
  }
  return isTransientDatabaseError(error) ? { dependency: 'database', reason: connectionText(error) } : undefined;
}
