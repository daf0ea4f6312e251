import { setTimeout as delay } from 'node:timers/promises';
import type { TcpProxy } from '@ci/testing';
import type { FaultyProcess } from '../copy/faulty-process.ts';
import type { RunningCopy } from '../copy/running-copy.ts';
import type { EndedFault } from '../ledger/facts.ts';
import type { InstanceName } from '../instances.ts';
import { affectedInstances, describeFault, victimsOf, type Fault, type VictimName } from '../schedule/fault.ts';

export interface InjectorOptions {
  readonly copy: RunningCopy;
  /** Milliseconds since the start of the run. */
  readonly clock: () => number;
  /** Ends the run before its time: what is under way is undone at once. */
  readonly interrupted: AbortSignal;
  readonly say: (text: string) => void;
}

/** Brings about faults, one at a time per victim, and undoes them. */
export class FaultInjector {
  readonly ended: EndedFault[] = [];
  #closed = false;
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(private readonly options: InjectorOptions) {}

  /** Brings about every fault of the schedule at its time; resolves when the last one is over. Rejects when a process does not come back. */
  async run(schedule: readonly Fault[]): Promise<void> {
    const running: Promise<void>[] = [];
    for (const fault of schedule) {
      await delay(Math.max(0, fault.atMs - this.options.clock()), undefined, { signal: this.options.interrupted });
      running.push(this.#inject(fault));
    }
    await Promise.all(running);
  }

  /** Resolves when nothing is under way any more: from then on nothing that is being stopped is started. */
  async settled(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#turns.values());
  }

  /** An instance has ended unexpectedly: starts it again, unless a fault that is under way will. */
  revive(name: InstanceName): void {
    if (this.#closed) return;
    void this.#inTurn(name, async () => {
      const instance = this.options.copy.instances[name];
      if (instance?.isRunning() === false) await instance.start();
    });
  }

  async #inTurn(victim: VictimName, work: () => Promise<void>): Promise<void> {
    const turn = (this.#turns.get(victim) ?? Promise.resolve()).then(work);
    this.#turns.set(
      victim,
      turn.catch(() => undefined),
    );
    return turn;
  }

  /** It begins with the first victim whose turn has come. */
  async #inject(fault: Fault): Promise<void> {
    const { clock, say } = this.options;
    let startedAtMs: number | undefined;
    const hurt = async (victim: VictimName): Promise<void> => {
      if (startedAtMs === undefined) say(describeFault(fault));
      startedAtMs ??= clock();
      await this.#apply(fault, victim);
    };
    await Promise.all(victimsOf(fault).map((victim) => this.#inTurn(victim, () => hurt(victim))));
    const name = `${describeFault(fault)}, at ${((startedAtMs ?? 0) / 1000).toFixed(1)} s`;
    this.ended.push({
      name,
      affects: affectedInstances(fault),
      startedAtMs: startedAtMs ?? 0,
      endedAtMs: clock(),
    });
  }

  async #apply({ kind, forMs }: Fault, name: VictimName): Promise<void> {
    switch (kind) {
      case 'kill':
        await this.#process(name).kill();
        await this.#lasting(forMs);
        await this.#process(name).start();
        break;
      case 'restart':
        await this.#process(name).stop();
        await this.#process(name).start();
        break;
      case 'pause':
        this.#process(name).pause();
        await this.#lasting(forMs);
        this.#process(name).resume();
        break;
      case 'cut':
        this.#link(name).shut();
        await this.#lasting(forMs);
        this.#link(name).open();
        break;
      case 'stall':
        this.#link(name).stall('with new ones');
        await this.#lasting(forMs);
        this.#link(name).flow();
    }
  }

  async #lasting(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.options.interrupted }).catch(() => undefined);
  }

  #process(name: VictimName): FaultyProcess {
    const { instances, postgres, kafka } = this.options.copy;
    const process = { ...instances, postgres, kafka }[name as InstanceName | 'postgres' | 'kafka'];
    if (process === undefined) throw new Error(`${name} is no process`);
    return process;
  }

  #link(name: VictimName): TcpProxy {
    const { kafkaLink, databaseLinks } = this.options.copy;
    return name === 'kafka-link' ? kafkaLink : databaseLinks[name.replace(/-postgres$/, '') as InstanceName];
  }
}
