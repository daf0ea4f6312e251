import { Command } from 'commander';
import { keysCommand } from './keys-command.ts';
import { membersCommand } from './members-command.ts';
import type { Operator } from './operator.ts';
import { workspacesCommand } from './workspaces-command.ts';

/** `keys …`, `members …` and `workspaces …`: the commands of an operator, run directly on the gateway's database. */
export function operatorProgram(operator: Operator): Command {
  const program = new Command('gateway').description('API keys, members and workspaces of the gateway.');
  program.addCommand(keysCommand(operator));
  program.addCommand(membersCommand(operator));
  program.addCommand(workspacesCommand(operator));
  return program;
}
