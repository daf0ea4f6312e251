import { Logger } from '@nestjs/common';
import { DataSource, type DataSourceOptions, type Logger as TypeOrmLogger } from 'typeorm';
import { describeError } from '@ci/errors';
import { fastTypes } from './fast-types.ts';
import { BY_INDEX } from './plan-by-index.ts';
import { PreparingClient, RequestClient } from './preparing-client.ts';

type Entities = NonNullable<DataSourceOptions['entities']>;
type Migrations = NonNullable<DataSourceOptions['migrations']>;

/** How a service reaches its schema. */
export interface DatabaseOptions {
  readonly url: string;
  /** The service's own schema: the whole search path. */
  readonly schema: string;
  readonly entities?: Entities;
  readonly migrations?: Migrations;
  readonly poolSize?: number;
  /** `workspace`: connections for requests; what they do meets the rows of the workspace of `inWorkspace`. Default: `all`. */
  readonly rows?: 'workspace' | 'all';
  /** How the connections name themselves in `pg_stat_activity`. */
  readonly applicationName: string;
  /**
   * `by index`: each row is looked up by an index, whatever the statistics say, and one plan serves all values. For work that is the same again
   * and again on tables that grow and shrink: planned for its values each time, planning took more than half of what it cost, and a plan that
   * is kept may be from a moment when a table was short. Default: as the server finds best.
   */
  readonly plans?: 'by index';
  /** Time limits in milliseconds; 0 is none. */
  readonly limits?: Partial<DatabaseLimits>;
}

/** Time limits of every connection. */
export interface DatabaseLimits {
  readonly idleInTransactionMs: number;
  readonly lockMs: number;
  readonly statementMs: number;
}

// Readers of the event store wait for the oldest open transaction of the whole cluster: none may stay open over slow work.
const DEFAULT_LIMITS: DatabaseLimits = { idleInTransactionMs: 10_000, lockMs: 5_000, statementMs: 15_000 };
const CONNECT_TIMEOUT_MS = 5_000;
/** The server ends a statement in time. If its word does not come, the connection has stalled, and is given up. */
const WORD_OF_SERVER_MS = 3_000;
export const DEFAULT_POOL_SIZE = 6;

/** A TypeORM data source on one schema. Not yet connected; never changes the schema unasked. */
export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource(dataSourceOptions(options));
}

/** What `createDataSource` hands to TypeORM. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const settings = {
    search_path: checkedSchema(options.schema),
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    lock_timeout: limits.lockMs,
    statement_timeout: limits.statementMs,
    timezone: 'UTC',
    ...(options.plans === 'by index' ? { ...BY_INDEX, plan_cache_mode: 'force_generic_plan' } : {}),
  };
  return {
    type: 'postgres',
    url: options.url,
    schema: options.schema,
    entities: options.entities ?? [],
    migrations: options.migrations ?? [],
    migrationsTableName: 'migrations',
    poolSize: options.poolSize ?? DEFAULT_POOL_SIZE,
    applicationName: options.applicationName,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    synchronize: false,
    migrationsRun: false,
    installExtensions: false,
    logging: false,
    logger: silentLogger,
    poolErrorHandler: reportLostConnection,
    // Sent with the connection's first message: no round trip, and no statement can run without them.
    extra: {
      Client: options.rows === 'workspace' ? RequestClient : PreparingClient,
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
      keepAlive: true,
      query_timeout: limits.statementMs === 0 ? 0 : limits.statementMs + WORD_OF_SERVER_MS,
      types: fastTypes,
      // Statements that are sent without waiting for each other go out at once; a caller that awaits each one notices nothing.
      pipeline: true,
    },
  };
}

/** Schema names go into statements and settings as they are: lower-case words only. */
export function checkedSchema(schema: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) throw new TypeError('a schema name is a lower-case identifier');
  return schema;
}

/** TypeORM itself prints failed migrations, with `logging: false` too; the caller gets the error. */
const silentLogger: TypeOrmLogger = {
  log: () => undefined,
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
};

/** An idle connection that ended (the server restarted). The pool replaces it; without a handler the process would end. */
function reportLostConnection(error: unknown): void {
  const { code, message } = describeError(error);
  new Logger('Database').warn(`an idle connection was lost: ${code ?? message}`);
}
