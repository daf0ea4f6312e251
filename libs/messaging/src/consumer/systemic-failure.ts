export interface SystemicLimits {
  /** So many keys may begin to fail within the window. */
  readonly keys: number;
  readonly windowMs: number;
}

/**
 * Distinguishes one bad message from a service that is broken: more new keys failing within the window than the limit are our own
 * fault, and parking them all would only hide it. Ends when keys succeed or the window has passed.
 */
export class SystemicFailure {
  private readonly failedAt = new Map<string, number>();

  constructor(
    private readonly limits: SystemicLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Notes that a key failed which was well before; true when that is one too many. */
  failed(key: string): boolean {
    this.failedAt.delete(key);
    this.failedAt.set(key, this.now());
    return this.isSystemic();
  }

  succeeded(key: string): void {
    this.failedAt.delete(key);
  }

  isSystemic(): boolean {
    const windowStart = this.now() - this.limits.windowMs;
    for (const [key, at] of this.failedAt) {
      if (at > windowStart) break; // in the order of time, see failed()
      this.failedAt.delete(key);
    }
    return this.failedAt.size > this.limits.keys;
  }
}
