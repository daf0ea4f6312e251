import { metadataOf } from '@ci/event-store';
import type { DataSource } from 'typeorm';
import { commandHandlers, type CommandHandlers } from '../handle-command/command-handlers.ts';

/** What the command line works with; tests hand in their own. */
export interface Operator {
  /** Connects, runs one command, disconnects. */
  readonly withDatabase: <T>(work: (database: OperatorDatabase) => Promise<T>) => Promise<T>;
  /** Writes a line on stdout. */
  readonly print: (line: string) => void;
  /** Asks yes or no; undefined where there is nobody to ask. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Where people reach the console, such as `http://localhost:8080`. */
  readonly consoleOrigin: () => string;
}

export interface OperatorDatabase extends CommandHandlers {
  readonly dataSource: DataSource;
}

/** The command handlers, as an operator uses them. Events keep who that was. */
export function operatorDatabase(dataSource: DataSource, actor = 'operator'): OperatorDatabase {
  return { dataSource, ...commandHandlers(dataSource, metadataOf({ actor })) };
}
