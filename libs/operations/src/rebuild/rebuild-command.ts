import {
  abortRebuild,
  isSame,
  rebuildProjection,
  RebuildRefused,
  rebuildStatus,
  type Projection,
  type RebuildProgress,
  type TableComparison,
} from '@ci/event-store';
import { recordOperatorAction } from '@ci/messaging';
import { table } from '../table.ts';
import { Option, type Command } from 'commander';
import type { DataSource } from 'typeorm';
import type { Operations } from '../operations.ts';
import { OperatorError } from '../operator-error.ts';

interface RebuildFlags {
  readonly dryRun?: boolean;
  readonly acceptDifferences?: boolean;
  readonly status?: boolean;
  readonly abort?: boolean;
  readonly actor: string;
}

/** `rebuild [projection]`: rebuilds a read model from the events while the service goes on. */
export function addRebuildCommand(program: Command, operations: Operations): void {
  const { projections = [], service } = operations.definition;
  const exclusive = ['dryRun', 'acceptDifferences', 'status', 'abort'];
  const option = (flag: string, name: string, text: string): Option =>
    new Option(flag, text).conflicts(exclusive.filter((other) => other !== name));
  program
    .command('rebuild')
    .description('Rebuild a read model from the events, compare its rows, and swap it in. The service keeps running.')
    .argument('[projection]', projections.map(({ name }) => name).join(', '))
    .addOption(option('--dry-run', 'dryRun', 'rebuild and compare, change nothing'))
    .addOption(option('--accept-differences', 'acceptDifferences', 'swap it in although rows differ'))
    .addOption(option('--status', 'status', 'show the progress of unfinished rebuilds'))
    .addOption(option('--abort', 'abort', 'discard an unfinished rebuild'))
    .option('--actor <name>', 'who you are, for the record of operator actions', operations.actor)
    .addHelpText('after', `\n${helpText(operations)}`)
    .action(async (name: string | undefined, flags: RebuildFlags) => {
      if (flags.status) return printStatus(operations);
      const projection = projections.find((one) => one.name === name);
      if (projection === undefined) {
        throw new OperatorError(
          `Say which read model of ${service}: ${projections.map((one) => one.name).join(', ')}.`,
        );
      }
      try {
        await operations.withDatabase(
          (dataSource) => (flags.abort ? abort : run)(operations, dataSource, projection, flags),
          { role: 'owner', poolSize: 4, unlimited: true },
        );
      } catch (error) {
        if (error instanceof RebuildRefused) throw new OperatorError(error.message, { cause: error });
        throw error;
      }
    });
}

function helpText({ definition }: Operations): string {
  const { projections = [], notRebuilt = [] } = definition;
  return [
    'Interrupted, it goes on where it was when it is run again. Old and new rows are compared as of one moment; when they differ nothing is',
    'put in place unless you say --accept-differences.',
    '',
    'Read models and their tables:',
    ...projections.map(({ name, tables }) => `  ${name}: ${tables.join(', ')}`),
    ...(notRebuilt.length === 0 ? [] : ['', 'Not made of events, so never rebuilt:']),
    ...notRebuilt.map(({ table: name, because }) => `  ${name}: ${because}`),
  ].join('\n');
}

async function run(
  operations: Operations,
  dataSource: DataSource,
  projection: Projection,
  { dryRun = false, acceptDifferences = false, actor }: RebuildFlags,
): Promise<void> {
  const { definition, note, print } = operations;
  const { outcome, events, comparison } = await rebuildProjection({
    dataSource,
    projection,
    dryRun,
    acceptDifferences,
    onProgress: progressTo(note),
    inSwap: async (tx, compared) => {
      // The gateway keeps no record of operators' actions: it has not the tables of messaging.
      if (!definition.messaging) return;
      const rows = compared.map(({ examples: _examples, columns: _columns, ...counts }) => counts);
      await recordOperatorAction(tx, {
        actor,
        action: 'projection.rebuild',
        target: { projection: projection.name, rows },
      });
    },
  });
  for (const one of comparison) printComparison(operations, one);
  const { name } = projection;
  if (outcome === 'differs') {
    throw new OperatorError(
      `${name} was not put in place: its rows differ. If they should (the projector was changed, the old rows are wrong), run it again with --accept-differences; it goes on from here. Else: --abort.`,
    );
  }
  const what = outcome === 'swapped' ? 'rebuilt from' : 'compared after';
  print(`${name}: ${what} ${events} events${outcome === 'swapped' ? ' and put in place.' : '. Nothing was changed.'}`);
}

function printComparison({ print }: Operations, comparison: TableComparison): void {
  const { table: name, rows, onlyOld, onlyNew, changed, examples, columns } = comparison;
  if (isSame(comparison)) return print(`${name}: ${rows} rows, all the same`);
  print(`${name}: ${rows} rows; ${changed} change, ${onlyOld} disappear, ${onlyNew} are new`);
  print(`  for example ${examples.join(', ')}${columns.length === 0 ? '' : ` (${columns.join(', ')})`}`);
}

async function abort(operations: Operations, dataSource: DataSource, projection: Projection): Promise<void> {
  const found = await abortRebuild(dataSource, projection);
  operations.print(
    `${projection.name}: ${found ? 'the unfinished rebuild was thrown away' : 'there is no unfinished rebuild'}.`,
  );
}

async function printStatus({ definition, withDatabase, print, note }: Operations): Promise<void> {
  const rows = await withDatabase(async (dataSource) => {
    const lines: string[][] = [];
    for (const projection of definition.projections ?? []) {
      const state = await rebuildStatus(dataSource, projection);
      if (state === undefined) continue;
      const { events, startedAt, updatedAt } = state;
      lines.push([projection.name, String(events), startedAt.toISOString(), updatedAt.toISOString()]);
    }
    return lines;
  });
  if (rows.length === 0) {
    print('No rebuild is unfinished.');
    return;
  }
  print(table(['READ MODEL', 'EVENTS', 'BEGUN', 'LAST PAGE'], rows));
  note(
    'Unless it is running, finish it or --abort it: its copy still holds personal data of what was deleted since then.',
  );
}

/** A line every two seconds. */
function progressTo(note: (line: string) => void): (progress: RebuildProgress) => void {
  const begun = performance.now();
  let told = begun;
  let first = 0;
  return (progress) => {
    if (!('events' in progress)) {
      return note(
        progress.step === 'comparing'
          ? 'comparing old and new rows'
          : 'a reader or writer holds the table; trying again',
      );
    }
    const { step, events, of } = progress;
    if (step !== 'projected') {
      first = events;
      return note(step === 'resumed' ? `going on after ${events} of ${of} events` : `${of} events`);
    }
    if (performance.now() - told < 2_000) return;
    told = performance.now();
    note(`${events} of ${of} events, ${Math.round(((events - first) * 1_000) / (told - begun))}/s`);
  };
}
