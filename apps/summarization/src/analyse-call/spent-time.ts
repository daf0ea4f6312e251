import { readFileSync } from 'node:fs';

/**
 * What one call costs: processor time of the engine's process, and the time for which that process waited for a language model. Where the
 * system does not report processor time, all the time that it did not wait.
 */
export class SpentTime {
  readonly #pid: number | undefined;
  readonly #before: number | null;
  readonly #begin = performance.now();
  #waited = 0;
  #processor = 0;

  constructor(pid: number | undefined) {
    this.#pid = pid;
    this.#before = processorTimeOf(pid);
  }

  /** Of a process that has ended: what was seen last. */
  processorMs(): number {
    const now = processorTimeOf(this.#pid);
    if (this.#before === null) this.#processor = performance.now() - this.#begin - this.#waited;
    else if (now !== null) this.#processor = now - this.#before;
    return this.#processor;
  }

  totalMs(): number {
    return this.processorMs() + this.#waited;
  }

  async waitingFor<Value>(answer: Promise<Value>): Promise<Value> {
    const begin = performance.now();
    try {
      return await answer;
    } finally {
      this.#waited += performance.now() - begin;
    }
  }
}

/**
 * Processor time in which a call of that many characters of JSON has long been analysed, at least five times what was measured
 * (docs/quality.md): for starting, for the sentences that are embedded, of which there are at most so many, and for every character.
 */
export function processorLimitMs(characters: number): number {
  return 10_000 + 0.2 * Math.min(characters, 150_000) + 0.015 * characters;
}

// Linux counts in hundredths of a second wherever it shows processor time to programs.
const msOfTick = 10;

/** Of all threads of a process so far, in ms; null where there is no /proc, or no such process any more. */
function processorTimeOf(pid: number | undefined): number | null {
  if (pid === undefined) return null;
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'latin1');
    // After the name, which may hold anything: state, …, and as the 12th and 13th time in user and in kernel mode.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * msOfTick;
  } catch {
    return null;
  }
}
