const MOST_KEPT = 10_000;

/** The calls, by endpoint, of which a stored event waits for the first attempt of an earlier one. */
export class WaitingCalls {
  readonly #calls = new Set<string>();

  add(webhookId: string, callId: string): void {
    if (this.#calls.size >= MOST_KEPT) this.#calls.clear(); // polling finds them
    this.#calls.add(`${webhookId} ${callId}`);
  }

  /** Whether an event of the call waits; it does so no longer. */
  take(webhookId: string, callId: string | null): boolean {
    return callId !== null && this.#calls.delete(`${webhookId} ${callId}`);
  }
}
