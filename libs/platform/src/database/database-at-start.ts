import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { isTransientDatabaseError, sqlStateOf } from '../errors/database-errors.ts';
import type { Absence, AwaitedParts } from '../starting/awaited-parts.ts';
import { StartRefused } from '../starting/start-refused.ts';
import { assertNoTransactionPooler } from './pooler-check.ts';
import { assertFitRole, MissingRights } from './role-check.ts';

/**
 * Connects a DataSource before anything is bootstrapped, and waits as long as it takes for the server, the database and the migrations. Wrong
 * configuration does not pass by itself and ends the start: see `listenOrExit`.
 */
export class DatabaseAtStart implements OnModuleInit, OnModuleDestroy {
  readonly #stopping = new AbortController();
  #starting: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly awaited: AwaitedParts,
    /** The variable that says where it is and under which role. */
    private readonly variable: string,
  ) {}

  onModuleInit(): Promise<void> {
    this.#starting = this.#start();
    return this.#starting;
  }

  /** What is being connected is connected by then, and can be closed. */
  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort();
    await this.#starting.catch(() => undefined);
  }

  async #start(): Promise<void> {
    try {
      await this.awaited.until(() => this.#connect(), absenceOf, this.#stopping.signal);
    } catch (error) {
      throw isRefusal(error) ? refused(this.variable, error) : error;
    }
  }

  async #connect(): Promise<void> {
    if (!this.dataSource.isInitialized) await this.#initialize();
    await assertNoTransactionPooler(this.dataSource);
    // Under a role that row-level security does not hold nobody would notice anything later on.
    await assertFitRole(this.dataSource);
  }

  async #initialize(): Promise<void> {
    try {
      await this.dataSource.initialize();
    } catch (error) {
      // What was cut after its first connection leaves a pool, and the next attempt makes one of its own.
      await this.dataSource.driver.disconnect().catch(() => undefined);
      throw error;
    }
  }
}

/** Rights are what migrations give at their end: a role that has them finds every table that was there to be made. */
function absenceOf(error: unknown): Absence | undefined {
  if (error instanceof MissingRights) return { part: 'migrations', reason: error.message };
  if (sqlStateOf(error) === NO_SUCH_DATABASE) return { part: 'database', reason: `${textOf(error)}: create it` };
  return isTransientDatabaseError(error) ? { part: 'database', reason: textOf(error) } : undefined;
}

const NO_SUCH_DATABASE = '3D000';

/** Password, role, pg_hba.conf, the right to connect: the server does not say which, so as not to help those who guess. */
function isRefusal(error: unknown): boolean {
  return /^28|^42501$/.test(sqlStateOf(error) ?? '');
}

function refused(variable: string, error: unknown): StartRefused {
  return new StartRefused(
    `${variable}: the database server refuses its role or password (${sqlStateOf(error)}, ${textOf(error)}). ` +
      'Does the role exist, with this password and LOGIN, and may it CONNECT? docs/database-roles.md',
    { cause: error },
  );
}

/** What a connection failed with tells of addresses and names, and of no data. Of several addresses the first is told. */
function textOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: readonly unknown[] };
  if (message !== undefined && message !== '') return message.replaceAll(/\s+/g, ' ');
  return errors?.[0] === undefined ? (code ?? 'it does not answer') : textOf(errors[0]);
}
