import { Command } from 'commander';
import type { DataSource } from 'typeorm';
import { ApiKeyCommandHandler } from '../handle-command/api-key-command-handler.ts';
import { WorkspaceCommandHandler } from '../handle-command/workspace-command-handler.ts';
import { keysCommand } from './keys-command.ts';
import { workspacesCommand } from './workspaces-command.ts';

/** What the command line works with; tests hand in their own. */
export interface Operator {
  /** Connects, runs one command, disconnects. */
  readonly withDatabase: <T>(work: (database: OperatorDatabase) => Promise<T>) => Promise<T>;
  /** Writes a line on stdout. */
  readonly print: (line: string) => void;
  /** Asks yes or no; undefined where there is nobody to ask. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
}

export interface OperatorDatabase {
  readonly dataSource: DataSource;
  readonly workspaces: WorkspaceCommandHandler;
  readonly keys: ApiKeyCommandHandler;
}

/** `keys …` and `workspaces …`: the commands of an operator, run directly on the gateway's database. */
export function operatorProgram(operator: Operator): Command {
  const program = new Command('gateway').description('API keys and workspaces of the gateway.');
  program.addCommand(keysCommand(operator));
  program.addCommand(workspacesCommand(operator));
  return program;
}

/** The command handlers, as an operator uses them. Events keep who that was. */
export function operatorDatabase(dataSource: DataSource, actor = 'operator'): OperatorDatabase {
  const workspaces = new WorkspaceCommandHandler(dataSource, actor);
  return { dataSource, workspaces, keys: new ApiKeyCommandHandler(dataSource, workspaces, actor) };
}
