import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Query, type Client, type Connection } from 'pg';

/**
 * All that we use of pg and its types leave out, until it offers several statements before one Sync:
 * https://github.com/brianc/node-postgres/issues/2257. The test beside this file names the versions that have it.
 */
export interface PgQuery {
  callback: unknown;
  queryMode?: string;
  readonly text: string;
  submit(connection: Connection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}
export const PgQuery = Query as unknown as new (config: object) => PgQuery;

export interface Wire extends EventEmitter {
  readonly stream: Socket;
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  /** Those that were sent to be parsed, and of which no answer has come yet: what is sent after them finds them. */
  readonly submittedNamedStatements: Readonly<Record<string, string | undefined>>;
  bind(message: { readonly statement: string; readonly values: readonly string[] }): void;
  execute(message: object): void;
}

export function wireOf(client: Client): Wire {
  return (client as unknown as { readonly connection: Wire }).connection;
}

/** The same, as a query is handed it. */
export function asWire(connection: Connection): Wire {
  return connection as unknown as Wire;
}
