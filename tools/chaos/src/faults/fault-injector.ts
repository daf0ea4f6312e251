import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames, type ServiceName } from '@ci/testing/system';
import type { RunningCopy } from '../copy/running-copy.ts';
import type { EndedFault } from '../ledger/facts.ts';
import { affectedServices, describeFault, type Fault, type LinkName } from '../schedule/fault.ts';

export interface InjectorOptions {
  readonly copy: RunningCopy;
  /** Milliseconds since the start of the run. */
  readonly clock: () => number;
  /** Ends the run before its time: what is under way is undone at once. */
  readonly interrupted: AbortSignal;
  readonly say: (text: string) => void;
}

/** Brings about faults, one at a time per target, and undoes them. */
export class FaultInjector {
  readonly ended: EndedFault[] = [];
  #closed = false;
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(private readonly options: InjectorOptions) {}

  /** Brings about every fault of the schedule at its time; resolves when the last one is over. Rejects when a part does not come back. */
  async run(schedule: readonly Fault[]): Promise<void> {
    const running: Promise<void>[] = [];
    for (const fault of schedule) {
      await delay(Math.max(0, fault.atMs - this.options.clock()), undefined, { signal: this.options.interrupted });
      running.push(this.#inTurn(fault.target, () => this.#inject(fault)));
    }
    await Promise.all(running);
  }

  /** Resolves when nothing is under way any more: from then on nobody starts what is being stopped. */
  async settled(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#turns.values());
  }

  /** A service has ended unexpectedly: starts it again, unless a fault that is under way will. */
  revive(service: ServiceName): void {
    if (this.#closed) return;
    void this.#inTurn(service, async () => {
      if (!this.options.copy.system.isRunning(service)) this.options.copy.system.startService(service);
    });
  }

  async #inTurn(target: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.#turns.get(target) ?? Promise.resolve()).then(work);
    this.#turns.set(
      target,
      turn.catch(() => undefined),
    );
    return turn;
  }

  async #inject(fault: Fault): Promise<void> {
    const { clock, say } = this.options;
    const startedAtMs = clock();
    say(describeFault(fault));
    await this.#apply(fault);
    const name = `${describeFault(fault)}, at ${(startedAtMs / 1000).toFixed(1)} s`;
    this.ended.push({ name, affects: affectedServices(fault), startedAtMs, endedAtMs: clock() });
  }

  async #apply({ kind, target, forMs }: Fault): Promise<void> {
    const victim = this.#victim(target);
    switch (kind) {
      case 'kill':
        await victim.kill();
        await this.#lasting(forMs);
        return victim.start();
      case 'restart':
        await victim.stop();
        return victim.start();
      case 'pause':
        victim.pause();
        await this.#lasting(forMs);
        victim.resume();
        return;
      case 'cut':
        return this.#cut(target as LinkName, forMs);
    }
  }

  async #lasting(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.options.interrupted }).catch(() => undefined);
  }

  async #cut(link: LinkName, forMs: number): Promise<void> {
    const { kafkaLink, databaseLinks } = this.options.copy;
    const service = serviceNames.find((name) => link === `${name}-postgres`);
    const proxy = service === undefined ? kafkaLink : databaseLinks[service];
    proxy.shut();
    await this.#lasting(forMs);
    proxy.open();
  }

  #victim(target: Fault['target']): Victim {
    const { system, postgres, kafka } = this.options.copy;
    if (target === 'postgres') return postgres;
    if (target === 'kafka') return kafka;
    const service = target as ServiceName;
    return {
      kill: () => system.killService(service),
      stop: () => system.stopService(service),
      start: async () => system.startService(service),
      pause: () => system.pauseService(service),
      resume: () => system.resumeService(service),
    };
  }
}

interface Victim {
  kill(): Promise<void>;
  stop(): Promise<unknown>;
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}
