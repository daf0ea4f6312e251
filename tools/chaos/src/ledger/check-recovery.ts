import { instanceNames, type InstanceName } from '../instances.ts';
import type { Discrepancy } from './discrepancy.ts';
import type { EndedFault, Facts, Leftover } from './facts.ts';

/** Nothing waits any more, and every instance was ready again in time after each fault. */
export function checkRecovery(facts: Facts, readyWithinMs: number): Discrepancy[] {
  return [
    ...facts.leftovers.filter(({ count }) => count > 0).map(leftBehind),
    ...instanceNames.flatMap((instance) => checkReadiness(instance, facts, readyWithinMs)),
  ];
}

function leftBehind({ service, what, count, example }: Leftover): Discrepancy {
  const verdict = what === 'outbox_parked' || what === 'parked_messages' ? 'other' : 'lost';
  const hint = verdict === 'other' ? 'an outage must not park anything' : 'it should have gone on by itself';
  return { verdict, what: `${count} rows are left in ${service}.${what}`, ids: { example }, hint };
}

/** The time that counts begins with the end of a fault, and begins again when another one meets the same instance meanwhile. */
function checkReadiness(
  instance: InstanceName,
  { faults, readiness, endedAtMs }: Facts,
  readyWithinMs: number,
): Discrepancy[] {
  const met = faults.filter(({ affects }) => affects.includes(instance));
  const readyTimes = readiness.filter((change) => change.instance === instance);
  return met.flatMap((fault): Discrepancy[] => {
    const deadline = fault.endedAtMs + readyWithinMs;
    if (isDisturbed(fault, met, deadline) || deadline > endedAtMs) return [];
    if (wasReadyBetween(readyTimes, fault.endedAtMs, deadline)) return [];
    const ids = { fault: fault.name, endedAtMs: fault.endedAtMs };
    const what = `${instance} was not ready within ${readyWithinMs / 1000} s`;
    return [{ verdict: 'other', what, ids, hint: `see ${instance}.log from then on, and its /health/ready` }];
  });
}

function isDisturbed(fault: EndedFault, others: readonly EndedFault[], deadline: number): boolean {
  return others.some((other) => other !== fault && other.endedAtMs > fault.endedAtMs && other.startedAtMs < deadline);
}

function wasReadyBetween(
  changes: readonly { readonly atMs: number; readonly ready: boolean }[],
  fromMs: number,
  toMs: number,
): boolean {
  const before = changes.findLast(({ atMs }) => atMs <= fromMs);
  return before?.ready === true || changes.some(({ atMs, ready }) => ready && atMs > fromMs && atMs <= toMs);
}
