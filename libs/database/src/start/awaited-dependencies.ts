import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { StartAborted } from '@ci/errors';

/** A dependency that is not there yet. */
export interface Absence {
  /** As readiness names it, such as `database`. */
  readonly dependency: string;
  /** As the log names it; the dependency itself if absent. */
  readonly what?: string;
  /** For the log: what shows that it is not there, and what to do if it stays absent. */
  readonly reason: string;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/**
 * What a starting service waits for. One line in the log when it begins to wait for something and one when that is there, however often
 * and by however many it is tried.
 */
export class AwaitedDependencies {
  readonly #logger = new Logger('Start');
  /** Who waits for it, by what the log names it. */
  readonly #waiting = new Map<string, { readonly dependency: string; readonly who: Set<symbol> }>();

  /** The dependencies that are waited for now. */
  get names(): readonly string[] {
    return [...new Set([...this.#waiting.values()].map(({ dependency }) => dependency))];
  }

  /** Tries until it succeeds. An error that says of no dependency that it is not there yet is thrown; `StartAborted` once `stop` says so. */
  async until(
    attempt: () => Promise<void>,
    absenceOf: (error: unknown) => Absence | undefined,
    stop: AbortSignal,
  ): Promise<void> {
    const who = Symbol();
    try {
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
        const absence = await absenceAfter(attempt, absenceOf);
        if (absence !== undefined) {
          this.#waitsFor(who, absence);
          await delay(pauseMs, undefined, { signal: stop }).catch(() => undefined);
        }
        if (stop.aborted) throw new StartAborted('stopped while it was starting');
        if (absence === undefined) return;
      }
    } finally {
      this.#waitsFor(who, undefined);
    }
  }

  #waitsFor(waiter: symbol, absence: Absence | undefined): void {
    const awaited = absence?.what ?? absence?.dependency;
    if (absence !== undefined && awaited !== undefined && !this.#waiting.has(awaited)) {
      this.#waiting.set(awaited, { dependency: absence.dependency, who: new Set() });
      this.#logger.warn(`waiting for the ${awaited}: ${absence.reason}`);
    }
    for (const [what, { who }] of this.#waiting) {
      if (what === awaited) who.add(waiter);
      else if (who.delete(waiter) && who.size === 0) {
        this.#waiting.delete(what);
        this.#logger.log(`no longer waiting for the ${what}`);
      }
    }
  }
}

async function absenceAfter(
  attempt: () => Promise<void>,
  absenceOf: (error: unknown) => Absence | undefined,
): Promise<Absence | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    const absence = absenceOf(error);
    if (absence === undefined) throw error;
    return absence;
  }
}
