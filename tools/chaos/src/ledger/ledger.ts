import { checkCalls } from './check-calls.ts';
import { checkContacts } from './check-contacts.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkMessages } from './check-messages.ts';
import { checkRecovery } from './check-recovery.ts';
import { checkSummaries } from './check-summaries.ts';
import type { Discrepancy } from './discrepancy.ts';
import type { Facts } from './facts.ts';

export interface LedgerOptions {
  /** After the end of a fault. */
  readonly readyWithinMs: number;
}

/** Compares what the clients know with what the system holds and has sent. Empty: every promise was kept. */
export function compare(facts: Facts, { readyWithinMs }: LedgerOptions): readonly Discrepancy[] {
  return [
    ...checkCalls(facts),
    ...checkSummaries(facts),
    ...checkContacts(facts),
    ...checkMessages(facts),
    ...checkDeliveries(facts),
    ...checkRecovery(facts, readyWithinMs),
  ];
}

/** The last line of a run. Only what was lost, doubled or out of order is named when nothing else is wrong. */
export function closingLine(
  { planned, faults }: Pick<Facts, 'planned' | 'faults'>,
  discrepancies: readonly Discrepancy[],
): string {
  const count = (verdict: Discrepancy['verdict']): number =>
    discrepancies.filter((one) => one.verdict === verdict).length;
  const calls = planned.filter(({ callId }) => callId !== null).length;
  const others = count('other') === 0 ? '' : `, ${count('other')} other`;
  return (
    `chaos: ${calls} calls, ${faults.length} faults, ${count('lost')} lost, ${count('doubled')} doubled, ` +
    `${count('out of order')} out of order${others}`
  );
}
