import { Command } from 'commander';
import type { Operations } from './operations.ts';
import { addParkedCommand } from './parked/parked-command.ts';
import { addRebuildCommand } from './rebuild/rebuild-command.ts';
import { addOutdatedCommand } from './reanalyze/outdated-command.ts';
import { addReanalyzeCommand } from './reanalyze/reanalyze-command.ts';
import { addReencryptCommand } from './reencrypt/reencrypt-command.ts';
import { addRepublishCommand } from './republish/republish-command.ts';
import { addRebasePositionsCommand } from './rebase-positions/rebase-positions-command.ts';
import { addTopicsCommand } from './topics/topics-command.ts';

/** The commands of one service's operators. Each is in its own folder and is added here. */
export function operationsProgram(operations: Operations): Command {
  const { service, messaging, secrets, outdatedSummaries, reanalysis } = operations.definition;
  // Before the commands: each takes over how its parent ends.
  const program = new Command(service).description(`Operator commands of ${service}.`).exitOverride();
  program.addHelpText('after', '\nExit codes: 0 done, 1 failed or nothing to do it to, 2 wrong usage.');
  if (messaging) addParkedCommand(program, operations);
  if (outdatedSummaries !== undefined) addOutdatedCommand(program, operations, outdatedSummaries);
  if (reanalysis !== undefined) addReanalyzeCommand(program, operations, reanalysis);
  addRebasePositionsCommand(program, operations);
  addRebuildCommand(program, operations);
  if (secrets !== undefined) addReencryptCommand(program, operations);
  if (messaging) addRepublishCommand(program, operations);
  if (messaging) addTopicsCommand(program, operations);
  return program;
}
