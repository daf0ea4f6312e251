import { InvalidArgumentError, type Command } from 'commander';
import type { Operations } from '../operations.ts';
import { OperatorError } from '../operator-error.ts';
import { engineVersionOf, isBefore, type EngineVersion } from './engine-version.ts';
import { lineOf, type OutdatedSummaries } from './outdated-call.ts';

interface OutdatedFlags {
  readonly engineBefore: EngineVersion;
  readonly workspace?: string;
}

/** `outdated --engine-before VERSION`: the calls that `reanalyze` of ingestion reads. */
export function addOutdatedCommand(program: Command, operations: Operations, summaries: OutdatedSummaries): void {
  program
    .command('outdated')
    .description('List the calls whose newest summary an older embedded engine made, one JSON object a line.')
    .requiredOption('--engine-before <version>', 'older than this: 3, 2.4 or 2.4.1', version)
    .option('--workspace <id>', 'only this workspace')
    .addHelpText(
      'after',
      '\nChanges nothing. Calls under analysis are left out. The reanalyze command of ingestion reads this list.',
    )
    .action((flags: OutdatedFlags) => list(operations, summaries, flags));
}

async function list(
  { withDatabase, print, note }: Operations,
  { engineVersion, pages }: OutdatedSummaries,
  { engineBefore, workspace }: OutdatedFlags,
): Promise<void> {
  const current = engineVersionOf(engineVersion);
  // Its new summaries would be outdated again.
  if (current === undefined || isBefore(current, engineBefore))
    throw new OperatorError(`The engine of this release is ${engineVersion}: nothing it makes is newer.`);
  const isOutdated = (text: string) => {
    const made = engineVersionOf(text);
    return made !== undefined && isBefore(made, engineBefore);
  };
  let calls = 0;
  await withDatabase(
    async (dataSource) => {
      for await (const page of pages(dataSource, { isOutdated, workspaceId: workspace })) {
        calls += page.length;
        for (const call of page) print(lineOf(call));
      }
    },
    { unlimited: true },
  );
  note(`${calls} summaries of an engine before ${engineBefore.join('.')}`);
}

function version(text: string): EngineVersion {
  const found = engineVersionOf(text);
  if (found === undefined) throw new InvalidArgumentError('It must be a version, for example 3, 2.4 or 2.4.1.');
  return found;
}
