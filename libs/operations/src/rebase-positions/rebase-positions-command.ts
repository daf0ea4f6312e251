import { inTransaction } from '@ci/database';
import { rebasePositions, type RebaseResult } from '@ci/event-store';
import { recordOperatorAction } from '@ci/messaging';
import { sqlStateOf } from '@ci/errors';
import type { Command } from 'commander';
import type { EntityManager } from 'typeorm';
import type { Operations } from '../operations.ts';
import { OperatorError } from '../operator-error.ts';

/** `rebase-positions`: makes an event store usable that was restored from a dump of another Postgres cluster. */
export function addRebasePositionsCommand(program: Command, operations: Operations): void {
  program
    .command('rebase-positions')
    .option('--actor <name>', 'who does it, for the record', operations.actor)
    .description('Fit the event store to this Postgres cluster, after a dump of another one was restored into it.')
    .addHelpText(
      'after',
      `
Stop the service first; start it again afterwards. All or nothing: one transaction, which can be interrupted and repeated.
Events keep their order, ids, versions and times. Does nothing to a store that needs nothing.`,
    )
    .action(({ actor }: { actor: string }) => rebase(operations, actor));
}

const lockNotAvailable = '55P03';

async function rebase(operations: Operations, actor: string): Promise<void> {
  const { service, messaging } = operations.definition;
  const work = async (tx: EntityManager): Promise<RebaseResult> => {
    const rebased = await rebasePositions(tx, { progress: progressTo(operations) });
    // The gateway keeps no record of operators' actions: it has not the tables of messaging.
    if (rebased.events > 0 && messaging) {
      await startRepublicationsOver(tx);
      await recordOperatorAction(tx, { actor, action: 'store.rebase-positions', target: { ...rebased } });
    }
    return rebased;
  };
  const result = await operations
    .withDatabase((dataSource) => inTransaction(dataSource, work), { role: 'owner', unlimited: true })
    .catch((error: unknown) => {
      if (sqlStateOf(error) !== lockNotAvailable) throw error;
      throw new OperatorError(`${service} is still at work on its event store: stop the service, then try again.`);
    });
  operations.print(`${service}: ${sentenceOf(result)}`);
}

/** They stopped at positions that mean nothing any more. What is sent a second time is known by its id. */
async function startRepublicationsOver(tx: EntityManager): Promise<void> {
  await tx.query(`UPDATE republications SET transaction_id = '0', global_position = 0, messages = 0`);
}

function sentenceOf({ events, streams }: RebaseResult): string {
  if (events === 0) return 'nothing to rebase, the event store fits this Postgres cluster';
  return `rebased ${events} events of ${streams} streams`;
}

/** One line per ten percent: progress is reported for a large store, without many lines for a small one. */
function progressTo({ note }: Operations): (done: number, total: number) => void {
  let told = 0;
  return (done, total) => {
    const tenths = Math.floor((done * 10) / total);
    if (tenths === told || done === total) return;
    told = tenths;
    note(`${done} of ${total} events`);
  };
}
