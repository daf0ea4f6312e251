/** Reports to the group that this member lives, also while one message takes long. */
export class KeepAlive {
  private readonly timer: NodeJS.Timeout;
  private lost: Error | undefined;

  constructor(
    private readonly heartbeat: () => Promise<void>,
    intervalMs: number,
  ) {
    this.timer = setInterval(() => void this.beat(), intervalMs);
  }

  /** Throws when a heartbeat was refused: the partition may belong to another member by now, so the next message is not ours. */
  async check(): Promise<void> {
    if (!this.lost) await this.beat();
    if (this.lost) throw this.lost;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async beat(): Promise<void> {
    try {
      await this.heartbeat();
    } catch (error) {
      this.lost = error instanceof Error ? error : new Error('heartbeat failed', { cause: error });
    }
  }
}
