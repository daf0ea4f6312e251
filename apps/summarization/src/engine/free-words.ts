/** Which characters of a text no date has taken yet. */
export class FreeWords {
  readonly #taken: Uint8Array;

  constructor(length: number) {
    this.#taken = new Uint8Array(length);
  }

  take(start: number, end: number): void {
    this.#taken.fill(1, start, end);
  }

  are(start: number, end: number): boolean {
    return !this.#taken.subarray(start, end).includes(1);
  }
}
