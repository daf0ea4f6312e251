import { setTimeout as delay } from 'node:timers/promises';
import type { PlannedCall } from '../ledger/facts.ts';
import { callPlan, type CallPlan, type PlanOptions } from './call-plan.ts';
import type { PatientClient } from './patient-client.ts';
import { playCall } from './play-call.ts';

export interface WorkloadOptions {
  readonly clients: readonly PatientClient[];
  readonly seed: number;
  readonly prospects: number;
  readonly callsPerSecond: number;
  /** Whether calls are also changed, analysed again and deleted. */
  readonly changes: boolean;
  /** More are not begun while so many are under way. */
  readonly atOnce: number;
}

/** Records calls at a steady pace, until the signal. */
export class Workload {
  readonly played: PlannedCall[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #begun = 0;

  constructor(private readonly options: WorkloadOptions) {}

  get begun(): number {
    return this.#begun;
  }

  get workspaceIds(): readonly string[] {
    return this.options.clients.map(({ workspaceId }) => workspaceId);
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  /** Begins calls until the signal; what has begun goes on. */
  async begin(until: AbortSignal): Promise<void> {
    const { callsPerSecond, atOnce } = this.options;
    const startedAt = performance.now();
    let skipped = 0;
    while (!until.aborted) {
      const due = Math.floor(((performance.now() - startedAt) / 1000) * callsPerSecond) - skipped;
      for (; this.#begun < due && this.#underWay.size < atOnce;) this.#play();
      // An outage is not made up for in one rush afterwards.
      skipped += Math.max(0, due - this.#begun);
      await delay(20, undefined, { signal: until }).catch(() => undefined);
    }
  }

  /** Begins so many calls at once. */
  beginMany(count: number): void {
    for (let index = 0; index < count; index += 1) this.#play();
  }

  /** Resolves when every call that was begun has been played to its end; gives those up that are stuck. */
  async finished(givingUp: AbortController, stuckAfterMs: number): Promise<void> {
    while (this.#underWay.size > 0) {
      const stuck = setTimeout(() => givingUp.abort(), stuckAfterMs);
      await Promise.race(this.#underWay);
      clearTimeout(stuck);
    }
  }

  #play(): void {
    const { clients, seed, prospects, changes } = this.options;
    const options: PlanOptions = { seed, workspaces: clients.length, prospects };
    const plan = callPlan(this.#begun, options);
    const client = clients[plan.workspace];
    if (client === undefined) throw new Error('a plan for a workspace that is not there');
    this.#begun += 1;
    const playing: Promise<void> = playCall(changes ? plan : withoutChanges(plan), client).then((result) => {
      this.played.push(result);
      this.#underWay.delete(playing);
    });
    this.#underWay.add(playing);
  }
}

function withoutChanges(plan: CallPlan): CallPlan {
  return { ...plan, changes: { patch: false, reanalyze: false, delete: false } };
}
