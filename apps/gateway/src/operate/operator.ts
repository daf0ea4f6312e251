import { metadataOf } from '@ci/event-store';
import type { DataSource } from 'typeorm';
import type { Change } from '../commands/change.ts';

/** What the command line works with; tests hand in their own. */
export interface Operator {
  /** Connects, runs one command, disconnects. */
  readonly withDatabase: <T>(work: (database: Change) => Promise<T>) => Promise<T>;
  /** Writes a line on stdout. */
  readonly print: (line: string) => void;
  /** Asks yes or no; undefined where there is no user to ask. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Where people reach the console, such as `http://localhost:8080`. */
  readonly consoleOrigin: () => string;
}

/** The database, as an operator changes it. Events keep who that was. */
export function operatorDatabase(dataSource: DataSource, actor = 'operator'): Change {
  return { dataSource, metadata: metadataOf({ actor }) };
}
