import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { describeError } from '@ci/errors';
import { findConnections } from './roles.sql.ts';

interface Connections {
  /** What the server, this role and this database allow at most. */
  readonly allowed: number;
  /** What other programs hold of the server's connections now. */
  readonly others: number;
  readonly server: number;
}

/** Says at the start, not under load, that the pool of this instance is larger than what it can get. */
export class ConnectionBudget implements OnApplicationBootstrap {
  readonly #logger = new Logger('Database');

  constructor(
    private readonly dataSource: DataSource,
    private readonly poolSize: number,
    private readonly variable = 'DATABASE_POOL_SIZE',
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      const problem = await connectionShortage(this.dataSource, this.poolSize, this.variable);
      if (problem !== undefined) this.#logger.warn(problem);
    } catch (error) {
      // A service starts without its database, and readiness says so.
      this.#logger.warn(`the connection budget could not be checked: ${describeError(error).message}`);
    }
  }
}

/** What to report to an operator, if this role can not have so many connections; undefined when it can. */
export async function connectionShortage(
  dataSource: DataSource,
  poolSize: number,
  variable = 'DATABASE_POOL_SIZE',
): Promise<string | undefined> {
  const [row] = await dataSource.query<Connections[]>(findConnections);
  if (row === undefined) return undefined;
  if (poolSize > row.allowed) {
    return (
      `${variable} is ${poolSize}, but the server lets this role have ${row.allowed} connections: lower it, or raise ` +
      `max_connections or the CONNECTION LIMIT of the role or the database`
    );
  }
  const free = Math.max(0, row.server - row.others);
  if (poolSize > free) {
    return (
      `${variable} is ${poolSize}, but of the server's ${row.server} connections others hold ${row.others}: ` +
      `${free} are left. Lower the pools of all services together, or raise max_connections`
    );
  }
  return undefined;
}
