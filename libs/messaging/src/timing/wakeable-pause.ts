/** A pause that can be cut short, also in advance: a wake-up that comes while no caller waits is not lost. */
export class WakeablePause {
  #woken = false;
  #end: (() => void) | undefined;

  wake(): void {
    this.#woken = true;
    this.#end?.();
  }

  /** Whether a wake-up has come that no caller has waited for; what it was for is being looked at now. */
  takeWakeUp(): boolean {
    const woken = this.#woken;
    this.#woken = false;
    return woken;
  }

  async wait(ms: number): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#end = undefined;
    }
    this.#woken = false;
  }
}
