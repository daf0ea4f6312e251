export interface PauseLimits {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Partitions that wait because their next message can't be processed now; longer each time, until one succeeds. */
export class PartitionPauses {
  private readonly attempts = new Map<string, number>();
  private readonly waitingSince = new Map<string, number>();
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly limits: PauseLimits,
    private readonly random: () => number = Math.random,
  ) {}

  /** Calls `resume` after the pause; returns its length. */
  pause(partition: string, resume: () => void): number {
    const attempt = this.attempts.get(partition) ?? 0;
    this.attempts.set(partition, attempt + 1);
    if (!this.waitingSince.has(partition)) this.waitingSince.set(partition, performance.now());
    const fullMs = Math.min(this.limits.firstMs * 2 ** Math.min(attempt, 20), this.limits.longestMs);
    const pauseMs = fullMs * (0.5 + this.random() / 2);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      resume();
    }, pauseMs);
    this.timers.add(timer);
    return pauseMs;
  }

  succeeded(partition: string): void {
    this.attempts.delete(partition);
    this.waitingSince.delete(partition);
  }

  /** Starts counting from scratch: partitions may belong to another instance now. Pauses that run end as they would. */
  forget(): void {
    this.attempts.clear();
    this.waitingSince.clear();
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.forget();
  }

  /** Partitions that have waited for longer than this. */
  longerThan(ms: number): string[] {
    const now = performance.now();
    return [...this.waitingSince].filter(([, since]) => now - since > ms).map(([partition]) => partition);
  }
}
