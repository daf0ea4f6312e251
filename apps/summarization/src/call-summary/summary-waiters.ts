import { onCommittedCommands } from '@ci/event-store';
import { WORKER_DATA_SOURCE } from '@ci/database';
import { WakeablePause } from '@ci/messaging';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { DataSource } from 'typeorm';

const MOST_WAITERS = 1_000;
const POLL_MS = 250;

/** The call whose summary is awaited. `known`: it was here when the wait began, so that its absence means that it was deleted. */
export interface AwaitedCall {
  readonly callId: string;
  readonly known: boolean;
}

/**
 * Requests that are held open until a summary is there, or will not be. One poll serves them all, of all workspaces: another instance may have done the
 * analysis. What this instance commits is looked at at once.
 */
@Injectable()
export class SummaryWaiters implements OnModuleDestroy {
  readonly #waiters = new Set<Waiter>();
  readonly #pause = new WakeablePause();
  #stopping = false;
  #polling = false;

  constructor(@Inject(WORKER_DATA_SOURCE) private readonly dataSource: DataSource) {
    onCommittedCommands(dataSource, () => this.#look());
  }

  get count(): number {
    return this.#waiters.size;
  }

  /** Resolves when it is worth looking again, or the time is over; at once, with false, when there are too many waiters or the end is near. */
  async wait(call: AwaitedCall, ms: number, gone: AbortSignal): Promise<boolean> {
    if (this.#stopping || this.#waiters.size >= MOST_WAITERS) return false;
    await new Promise<void>((resolve) => {
      const waiter = { ...call, free };
      const timer = setTimeout(free, ms);
      const waiters = this.#waiters;
      function free(): void {
        clearTimeout(timer);
        gone.removeEventListener('abort', free);
        waiters.delete(waiter);
        resolve();
      }
      this.#waiters.add(waiter);
      if (gone.aborted) free();
      else gone.addEventListener('abort', free);
      void this.#poll();
    });
    return true;
  }

  /** Something was committed here. */
  #look(): void {
    if (this.#polling) this.#pause.wake();
  }

  onModuleDestroy(): void {
    this.#stopping = true;
    for (const waiter of [...this.#waiters]) waiter.free();
    this.#pause.wake();
  }

  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    while (this.#waiters.size > 0) {
      for (const waiter of await this.#waitersToFree()) waiter.free();
      if (this.#waiters.size > 0) await this.#pause.wait(POLL_MS);
    }
    this.#polling = false;
  }

  /** Those whose call has a summary, has no hope of one, or is gone. None while the database is away: they go on waiting. */
  async #waitersToFree(): Promise<readonly Waiter[]> {
    const asked = [...this.#waiters];
    try {
      const rows = await this.dataSource.query<{ call_id: string; ended: boolean }[]>(
        `SELECT call_id, summary IS NOT NULL OR status = 'failed' AS ended FROM analyses WHERE call_id = ANY($1)`,
        [[...new Set(asked.map(({ callId }) => callId))]],
      );
      const ended = new Map(rows.map((row) => [row.call_id, row.ended]));
      return asked.filter(({ callId, known }) => ended.get(callId) ?? known);
    } catch {
      return [];
    }
  }
}

interface Waiter extends AwaitedCall {
  readonly free: () => void;
}
